import type { ChildExit } from '@framemill/compositor/child';
import type { LossReason } from './child-lost.ts';

/** What the agent knows of a render child that ended without being told to. */
export interface DeathEvidence {
  /** Processes that the kernel killed for want of memory while the task ran; null: it does not say. */
  readonly kernelKills: number | null;
  /** The most resident memory that was seen. */
  readonly peakBytes: number;
  /** From here on the child itself is why memory is short. */
  readonly highBytes: number;
}

/** Signals that a process brings on itself. XCPU and XFSZ are limits of its own. */
const crashSignals = new Set<NodeJS.Signals>([
  ...(['SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGABRT', 'SIGIOT', 'SIGFPE'] as const),
  ...(['SIGTRAP', 'SIGSYS', 'SIGXCPU', 'SIGXFSZ'] as const),
]);

/**
 * Why a render child ended that its agent left alone. `crash`: its task did it (a crash signal, an exit). `oom`: the kernel
 * wanted its memory. `killed`: somebody else sent a signal. Where the kernel does not say, a SIGKILL is its work when the
 * child held much memory.
 */
export function reasonOfDeath({ signal }: Pick<ChildExit, 'code' | 'signal'>, evidence: DeathEvidence): LossReason {
  if (signal === null || crashSignals.has(signal)) return 'crash';
  if (signal !== 'SIGKILL') return 'killed';
  const { kernelKills, peakBytes, highBytes } = evidence;
  const byKernel = kernelKills === null ? peakBytes >= highBytes : kernelKills > 0;
  return byKernel ? 'oom' : 'killed';
}
