import type { Prisma } from '@framemill/infra';
import type { LeaderContext } from './context.ts';

const withTask = { task: { include: { render: true } } } as const;

/** An attempt with its task and render. */
export type AttemptRow = Prisma.AttemptGetPayload<{ include: typeof withTask }>;

/** How an attempt ended. Only `failed` counts against the task. */
export type AttemptOutcome = 'done' | 'failed' | 'lost' | 'interrupted' | 'cancelled';

/** The attempts that jobs belong to. Jobs that are not in the ledger (probes, previews) have none. */
export async function findAttempts(leader: LeaderContext, jobs: readonly { jobId: string }[]): Promise<AttemptRow[]> {
  if (jobs.length === 0) return [];
  return leader.database.client.attempt.findMany({
    where: { jobId: { in: jobs.map(({ jobId }) => jobId) } },
    include: withTask,
  });
}

/** All attempts that are believed to be under way. */
export function runningAttempts(leader: LeaderContext): Promise<AttemptRow[]> {
  return leader.database.client.attempt.findMany({ where: { outcome: 'running' }, include: withTask });
}

/** Writes the end of an attempt. False: it had ended already, and what follows from its end has been done. */
export async function endAttempt(
  tx: Prisma.TransactionClient,
  attempt: { id: string },
  outcome: AttemptOutcome,
  details: { nodeId?: string | null; error?: string } = {},
): Promise<boolean> {
  const { count } = await tx.attempt.updateMany({
    where: { id: attempt.id, outcome: 'running' },
    data: {
      outcome,
      endedAt: new Date(),
      ...(details.nodeId ? { nodeId: details.nodeId } : {}),
      ...(details.error === undefined ? {} : { error: details.error.slice(0, 2_000) }),
    },
  });
  return count === 1;
}

/** Makes a task ready again after an attempt ended without a result, unless another one is still under way. */
export async function makeReady(tx: Prisma.TransactionClient, attempt: AttemptRow): Promise<void> {
  await tx.task.updateMany({
    where: { id: attempt.taskId, status: 'RELEASED', ledger: { none: { outcome: 'running' } } },
    data: { status: 'READY' },
  });
}

/** Counts the end of an attempt and forgets what was remembered of its job. */
export function forgetAttempt(leader: LeaderContext, attempt: AttemptRow, outcome: AttemptOutcome): void {
  leader.metrics.attempts.inc({ kind: attempt.task.kind, outcome });
  leader.memory.seenOn.delete(attempt.jobId);
  leader.memory.absentSince.delete(attempt.jobId);
  leader.memory.runningSince.delete(attempt.jobId);
  if (!attempt.speculative) return;
  if (outcome === 'done') leader.metrics.speculative.inc({ outcome: 'won' });
  else if (outcome === 'cancelled') leader.metrics.speculative.inc({ outcome: 'lost' });
  // Handed back before it began: no work was spent.
  else if (outcome === 'interrupted') leader.memory.extraWork.speculativeFrames -= attempt.task.frames;
}
