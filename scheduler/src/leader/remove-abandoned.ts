import { findAttempts } from './attempts.ts';
import type { LeaderContext } from './context.ts';

const everyMs = 2_000;
const perQueue = 100;

/**
 * Removes jobs of attempts that are over although the queue takes them for active: their node is gone, and where no other
 * node serves the queue nobody looks for them. A job that a node still holds is locked and stays until that has expired.
 */
export async function removeAbandoned(leader: LeaderContext, nowMs: number): Promise<void> {
  if (nowMs - leader.memory.abandonedLookedMs < everyMs) return;
  leader.memory.abandonedLookedMs = nowMs;
  for (const name of leader.queues.opened()) {
    const queue = leader.queues.queue(name);
    const active = await queue.getJobs(['active'], 0, perQueue - 1);
    const ids = active.flatMap(({ id }) => id ?? []);
    const attempts = await findAttempts(
      leader,
      ids.map((jobId) => ({ jobId })),
    );
    const over = attempts.filter(({ outcome }) => outcome !== 'running');
    for (const { jobId } of over) await queue.remove(jobId);
  }
}
