import { publishCancel, publishStop } from '../protocol/index.ts';
import { queueOfAttempt } from '../queues/work-queues.ts';
import { isFinal } from '../records/index.ts';
import { type AttemptRow, endAttempt, forgetAttempt } from './attempts.ts';
import { fenced, type LeaderContext } from './context.ts';

/**
 * Stops the attempts of cancelled tasks, and of tasks that another attempt has completed. It removes waiting jobs from
 * their queues and publishes stop messages to the nodes. Attempts of a render that was only planned again continue,
 * because their results can still be used.
 */
export async function stopUselessWork(leader: LeaderContext): Promise<void> {
  const useless = { outcome: 'running', task: { status: { in: ['CANCELLED', 'FAILED', 'DONE'] } } };
  const { attempt } = leader.database.client;
  // In most ticks there is no such attempt, and reading whole rows takes three statements.
  if ((await attempt.findFirst({ where: useless, select: { id: true } })) === null) return;
  const attempts = await attempt.findMany({ where: useless, include: { task: { include: { render: true } } } });
  const ended = attempts.filter(({ task }) => isFinal(task.render.status));
  // Remove waiting jobs first: after the cancel message, no node may take another job of the render.
  const removed = new Set<AttemptRow>();
  for (const attempt of attempts) if (await removeWaiting(leader, attempt)) removed.add(attempt);
  for (const renderId of new Set(ended.map(({ task }) => task.renderId))) await publishCancel(leader.redis, renderId);
  const beaten = attempts.filter(({ task }) => task.status === 'DONE' && !isFinal(task.render.status));
  for (const attempt of beaten) if (!removed.has(attempt)) await publishStop(leader.redis, attempt.jobId);
  for (const attempt of attempts) {
    if (!removed.has(attempt) && !ended.includes(attempt) && !beaten.includes(attempt)) continue;
    const fresh = await fenced(leader, (tx) => endAttempt(tx, attempt, 'cancelled'));
    if (fresh) forgetAttempt(leader, attempt, 'cancelled');
  }
}

// A job that a node holds is locked and cannot be removed; `remove` then returns 0.
async function removeWaiting(leader: LeaderContext, attempt: AttemptRow): Promise<boolean> {
  const queue = leader.queues.queue(queueOfAttempt(attempt));
  return (await queue.remove(attempt.jobId)) === 1;
}
