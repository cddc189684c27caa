import { publishCancel, publishStop } from '../protocol/index.ts';
import { queueOfAttempt } from '../queues/work-queues.ts';
import { isFinal } from '../records/index.ts';
import { type AttemptRow, endAttempt, forgetAttempt } from './attempts.ts';
import { fenced, type LeaderContext } from './context.ts';

/**
 * Stops what is still under way for tasks that were cancelled, and for tasks that another attempt has done: waiting jobs
 * are taken out of their queues, nodes are told to end their children. Attempts of a render that was only planned again
 * run on: what they deliver is still good.
 */
export async function stopUselessWork(leader: LeaderContext): Promise<void> {
  const useless = { outcome: 'running', task: { status: { in: ['CANCELLED', 'FAILED', 'DONE'] } } };
  const { attempt } = leader.database.client;
  // In most ticks there is none, and the whole rows are three statements.
  if ((await attempt.findFirst({ where: useless, select: { id: true } })) === null) return;
  const attempts = await attempt.findMany({ where: useless, include: { task: { include: { render: true } } } });
  const ended = attempts.filter(({ task }) => isFinal(task.render.status));
  // Waiting jobs first: once the message has passed, nothing of the render may be picked up any more.
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

// A job that a node holds is locked and cannot be removed; 0 says so.
async function removeWaiting(leader: LeaderContext, attempt: AttemptRow): Promise<boolean> {
  const queue = leader.queues.queue(queueOfAttempt(attempt));
  return (await queue.remove(attempt.jobId)) === 1;
}
