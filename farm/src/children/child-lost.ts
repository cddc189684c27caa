/**
 * Why a render child ended in the middle of a task. `crash`: by itself; `memory`, `stuck`, `aborted`: the node ended it;
 * `oom`: the kernel, for want of memory; `killed`: somebody else, with a signal. Only the first three may be the task's doing.
 */
export type LossReason = 'crash' | 'memory' | 'stuck' | 'aborted' | 'oom' | 'killed';

/** Memory of a child that the kernel killed. `isHigh`: enough to be the reason itself. */
export interface MemoryAtDeath {
  readonly residentBytes: number;
  readonly isHigh: boolean;
}

/** The render child ended before it answered. The task may be run again in another child. */
export class ChildLost extends Error {
  override readonly name = 'ChildLost';
  readonly reason: LossReason;
  /** Only with `oom`. */
  readonly memory: MemoryAtDeath | undefined;

  constructor(reason: LossReason, message: string, memory?: MemoryAtDeath) {
    super(message);
    this.reason = reason;
    this.memory = memory;
  }

  /** Whether the task itself is to blame: neither the node's stop nor the kernel nor another process ended the child. */
  get isTasksDoing(): boolean {
    return this.reason === 'crash' || this.reason === 'memory' || this.reason === 'stuck';
  }
}
