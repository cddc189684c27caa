import type { ChildExit } from '@framemill/compositor/child';

/**
 * Reason why a render child ended during a task. `crash`: it crashed or exited; `memory`, `stuck`, `aborted`: the node
 * ended it; `oom`: the kernel killed it for lack of memory; `killed`: another process killed it with a signal. Only
 * `crash`, `memory` and `stuck` may be caused by the task.
 */
export type LossReason = 'crash' | 'memory' | 'stuck' | 'aborted' | 'oom' | 'killed';

/** Memory of a child that the kernel killed. `isHigh`: the child used enough memory to be the cause of the shortage. */
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
   * Whether the task may have caused the loss. True when the child crashed, exceeded its memory limit or made no
   * progress.
   */
  get isTasksDoing(): boolean {
    return this.reason === 'crash' || this.reason === 'memory' || this.reason === 'stuck';
  }
}

/** Measurements of a render child that ended although the node did not end it. */
export interface DeathEvidence {
  /**
   * Number of processes that the kernel killed for lack of memory during the task; null when the kernel does not
   * report it.
   */
  readonly kernelKills: number | null;
  /** Highest resident memory that was sampled, in bytes. */
  readonly peakBytes: number;
  /** Memory in bytes from which the child itself counts as the cause of the shortage. */
  readonly highBytes: number;
}

/** Signals that a process receives because of its own fault. XCPU and XFSZ mean that it exceeded a resource limit. */
const crashSignals = new Set<NodeJS.Signals>([
  ...(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGABRT', 'SIGIOT', 'SIGFPE'] as const),
  ...(['SIGTRAP', 'SIGSYS', 'SIGXCPU', 'SIGXFSZ'] as const),
]);

/**
 * Determines why a render child ended when the node did not end it. `crash`: it exited or received a crash signal.
 * `oom`: the kernel killed it for lack of memory. `killed`: another process sent a signal. Where the kernel does not
 * report its kills, a SIGKILL counts as `oom` when the child used much memory.
 */
export function reasonOfDeath({ signal }: Pick<ChildExit, 'code' | 'signal'>, evidence: DeathEvidence): LossReason {
  if (signal === null || crashSignals.has(signal)) return 'crash';
  if (signal !== 'SIGKILL') return 'killed';
  const { kernelKills, peakBytes, highBytes } = evidence;
  const byKernel = kernelKills === null ? peakBytes >= highBytes : kernelKills > 0;
  return byKernel ? 'oom' : 'killed';
}
