import type { Prisma } from '@framemill/infra';
import type { LeaderContext } from './context.ts';

const withTask = { task: { include: { render: true } } } as const;

/** Row of an attempt with its task and render. */
export type AttemptRow = Prisma.AttemptGetPayload<{ include: typeof withTask }>;

/** Outcome of an attempt. Only `failed` counts against the task. */
export type AttemptOutcome = 'done' | 'failed' | 'lost' | 'interrupted' | 'cancelled';

/** Reads the `Attempt` rows of some jobs. Jobs without such a row, such as probes and previews, are left out. */
export async function findAttempts(leader: LeaderContext, jobs: readonly { jobId: string }[]): Promise<AttemptRow[]> {
  if (jobs.length === 0) return [];
  return leader.database.client.attempt.findMany({
    where: { jobId: { in: jobs.map(({ jobId }) => jobId) } },
    include: withTask,
  });
}

/** Reads all attempts whose outcome is still `running`. */
export function runningAttempts(leader: LeaderContext): Promise<AttemptRow[]> {
  return leader.database.client.attempt.findMany({ where: { outcome: 'running' }, include: withTask });
}

/**
 * Records the end of an attempt. Returns true if this call recorded it: the caller must then handle what follows from
 * the end, such as making the task READY again. Returns false and changes nothing if the attempt had already ended.
 */
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

/** Makes a task READY again after an attempt ended without a result, unless another attempt is still running. */
export async function makeReady(tx: Prisma.TransactionClient, attempt: AttemptRow): Promise<void> {
  await tx.task.updateMany({
    where: { id: attempt.taskId, status: 'RELEASED', ledger: { none: { outcome: 'running' } } },
    data: { status: 'READY' },
  });
}

/**
 * Counts the end of an attempt in the metrics and in the recent work of its account, and removes its job from the
 * leader's memory.
 */
export function forgetAttempt(leader: LeaderContext, attempt: AttemptRow, outcome: AttemptOutcome): void {
  leader.metrics.attempts.inc({ kind: attempt.task.kind, outcome });
  leader.memory.seenOn.delete(attempt.jobId);
  leader.memory.absentSince.delete(attempt.jobId);
  leader.memory.runningSince.delete(attempt.jobId);
  const nowMs = Date.now();
  leader.memory.recentWork.add(attempt.task.render.accountId, nowMs - attempt.startedAt.getTime(), nowMs);
  if (!attempt.speculative) return;
  if (outcome === 'done') leader.metrics.speculative.inc({ outcome: 'won' });
  else if (outcome === 'cancelled') leader.metrics.speculative.inc({ outcome: 'lost' });
  // The speculative attempt was returned before it began: no work was spent.
  else if (outcome === 'interrupted') leader.memory.extraWork.speculativeFrames -= attempt.task.frames;
}
