import type { Prisma } from '@framemill/infra';
import { countsOom } from '../policy/counts-oom.ts';
import type { JobFailure } from '../protocol/index.ts';
import type { AttemptRow } from './attempts.ts';

/**
 * Returns the failure of an attempt, judged by how often its range has run out of memory. A process that the kernel
 * killed for lack of memory counts as interrupted at first, and as failed once that has happened to its range too
 * often. Other failures are returned unchanged. Writes nothing: see `noteOom`.
 */
export async function judgeOom(
  tx: Prisma.TransactionClient,
  { taskId }: AttemptRow,
  failure: JobFailure,
): Promise<JobFailure> {
  if (failure.oom === undefined) return failure;
  const task = await tx.task.findUnique({ where: { id: taskId }, select: { oomKills: true } });
  const kills = (task?.oomKills ?? 0) + 1;
  return countsOom({ kills, isHigh: failure.oom.isHigh }) ? { ...failure, kind: 'failed' } : failure;
}

/** Counts an out-of-memory kill of a range. Call it only once its attempt is known to have ended by that kill. */
export async function noteOom(
  tx: Prisma.TransactionClient,
  { taskId }: AttemptRow,
  failure: JobFailure,
): Promise<void> {
  if (failure.oom === undefined) return;
  await tx.task.updateMany({ where: { id: taskId }, data: { oomKills: { increment: 1 } } });
}
