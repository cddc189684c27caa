import type { ChildExit } from '@framemill/compositor/child';
import type { LossReason } from './child-lost.ts';

/** Facts about a render child that ended although the node did not end it. */
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

/** Signals that a process causes by itself. XCPU and XFSZ are its own resource limits. */
const crashSignals = new Set<NodeJS.Signals>([
  ...(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGABRT', 'SIGIOT', 'SIGFPE'] as const),
  ...(['SIGTRAP', 'SIGSYS', 'SIGXCPU', 'SIGXFSZ'] as const),
]);

/**
 * Determines why a render child ended that its node did not end. `crash`: its task caused it (a crash signal, an
 * exit). `oom`: the kernel killed it for lack of memory. `killed`: another process sent a signal. Where the kernel
 * does not report its kills, a SIGKILL counts as `oom` when the child used much memory.
 */
export function reasonOfDeath({ signal }: Pick<ChildExit, 'code' | 'signal'>, evidence: DeathEvidence): LossReason {
  if (signal === null || crashSignals.has(signal)) return 'crash';
  if (signal !== 'SIGKILL') return 'killed';
  const { kernelKills, peakBytes, highBytes } = evidence;
  const byKernel = kernelKills === null ? peakBytes >= highBytes : kernelKills > 0;
  return byKernel ? 'oom' : 'killed';
}
