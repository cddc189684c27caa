/**
 * Why a node ends a job before it is done. `cancelled`: the render was cancelled. `stopping`: the node stops.
 * `lock-lost`: another node may have the job already. `done-elsewhere`: another attempt has delivered.
 */
export type StopKind = 'cancelled' | 'done-elsewhere' | 'stopping' | 'lock-lost';

/** The reason of a job's abort signal. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  readonly kind: StopKind;

  constructor(kind: StopKind) {
    super(kind);
    this.kind = kind;
  }
}
