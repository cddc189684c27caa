import type { Prisma } from '@framemill/infra';
import { countsOom } from '../policy/counts-oom.ts';
import type { JobFailure } from '../protocol/index.ts';
import type { AttemptRow } from './attempts.ts';

/**
 * A process that the kernel ended for want of memory was interrupted, until that has happened to its range too often: then
 * it failed. Other failures come back as they are. Writes nothing: see `noteOom`.
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

/** Counts an end for want of memory of a range, once its attempt is known to have ended by it. */
export async function noteOom(
  tx: Prisma.TransactionClient,
  { taskId }: AttemptRow,
  failure: JobFailure,
): Promise<void> {
  if (failure.oom === undefined) return;
  await tx.task.updateMany({ where: { id: taskId }, data: { oomKills: { increment: 1 } } });
}
