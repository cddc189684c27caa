/**
 * Reason why a node ends a job before it is done. `cancelled`: the render was cancelled. `stopping`: the node shuts
 * down. `lock-lost`: another node may have the job already. `done-elsewhere`: another attempt has completed the work.
 * `for-others`: a waiting account gets its slot, and the job continues later.
 */
export type StopKind = 'cancelled' | 'done-elsewhere' | 'stopping' | 'lock-lost' | 'for-others';

/** Whether a job is stopped so that a waiting account gets its slot. */
export function isForOthers(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof JobStopped && signal.reason.kind === 'for-others';
}

/** Reason of a job's abort signal. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  readonly kind: StopKind;

  constructor(kind: StopKind) {
    super(kind);
    this.kind = kind;
  }
}
