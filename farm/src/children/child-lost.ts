/**
 * Reason why a render child ended in the middle of a task. `crash`: by itself; `memory`, `stuck`, `aborted`: the node
 * ended it; `oom`: the kernel killed it for lack of memory; `killed`: another process killed it with a signal. Only
 * `crash`, `memory` and `stuck` may be caused by the task.
 */
export type LossReason = 'crash' | 'memory' | 'stuck' | 'aborted' | 'oom' | 'killed';

/** Memory of a child that the kernel killed. `isHigh`: it used enough memory to be the cause itself. */
export interface MemoryAtDeath {
  readonly residentBytes: number;
  readonly isHigh: boolean;
}

/** Error: the render child ended before it returned a result. The task may be run again in another child. */
export class ChildLost extends Error {
  override readonly name = 'ChildLost';
  readonly reason: LossReason;
  /** Memory of the child; set only with `oom`. */
  readonly memory: MemoryAtDeath | undefined;

  constructor(reason: LossReason, message: string, memory?: MemoryAtDeath) {
    super(message);
    this.reason = reason;
    this.memory = memory;
  }

  /**
   * Whether the task itself may be the cause: neither the node's stop nor the kernel nor another process ended the
   * child.
   */
  get isTasksDoing(): boolean {
    return this.reason === 'crash' || this.reason === 'memory' || this.reason === 'stuck';
  }
}
