/**
 * Why a node ends a job before it is done. `cancelled`: the render was cancelled. `stopping`: the node stops.
 * `lock-lost`: another node may have the job already. `done-elsewhere`: another attempt has delivered. `for-others`: its slot
 * is for somebody who waits, and it goes on later.
 */
export type StopKind = 'cancelled' | 'done-elsewhere' | 'stopping' | 'lock-lost' | 'for-others';

/** Whether a job is stopped so that another one gets its slot. */
export function isForOthers(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof JobStopped && signal.reason.kind === 'for-others';
}

/** The reason of a job's abort signal. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  readonly kind: StopKind;

  constructor(kind: StopKind) {
    super(kind);
    this.kind = kind;
  }
}
