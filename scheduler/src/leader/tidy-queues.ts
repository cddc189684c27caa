import { workKinds, workQueue } from '../protocol/index.ts';
import type { FinishedJob } from '../queues/work-queues.ts';
import { findAttempts } from './attempts.ts';
import { completeJobs } from './complete-job.ts';
import type { LeaderContext } from './context.ts';

const everyMs = 2_000;
const perQueueAndState = 100;
/** Maximum age in ms of the renders whose queues are opened: longer than a render takes. */
const usedWithinMs = 24 * 3_600_000;

/**
 * Finds jobs in the queues whose end event was lost and that would stay there for ever. Ended jobs are completed,
 * which removes them: nothing was subscribed when they ended (all nodes of the engine had left, or the leader had just
 * changed). Active jobs of attempts that have ended are removed: BullMQ gives up a dead node's job only through
 * another node on the same queue, and there may be none. A job that a node still holds is locked and stays until the
 * lock expires.
 */
export async function tidyQueues(leader: LeaderContext, nowMs: number): Promise<void> {
  if (nowMs - leader.memory.queuesTidiedMs < everyMs) return;
  // A new leader has no record of queues that its predecessor used and that no live node serves.
  if (leader.memory.queuesTidiedMs === 0) await openUsedQueues(leader, nowMs);
  leader.memory.queuesTidiedMs = nowMs;
  for (const name of leader.queues.work()) {
    const queue = leader.queues.queue(name);
    const jobs = await queue.getJobs(['active', 'completed', 'failed'], 0, perQueueAndState - 1);
    const ended: FinishedJob[] = [];
    const active: { jobId: string }[] = [];
    for (const { id: jobId, finishedOn, failedReason, returnvalue } of jobs) {
      if (jobId === undefined) continue;
      if (finishedOn === undefined) active.push({ jobId });
      else if (failedReason === undefined) ended.push({ queue: name, jobId, outcome: 'completed', value: returnvalue });
      else ended.push({ queue: name, jobId, outcome: 'failed', value: failedReason });
    }
    await completeJobs(leader, ended);
    const over = (await findAttempts(leader, active)).filter(({ outcome }) => outcome !== 'running');
    for (const { jobId } of over) await queue.remove(jobId);
  }
}

/** Opens the queues of every engine for which renders of the last day were planned. */
async function openUsedQueues(leader: LeaderContext, nowMs: number): Promise<void> {
  const engines = await leader.database.client.render.groupBy({
    by: ['fingerprint'],
    where: { createdAt: { gt: new Date(nowMs - usedWithinMs) }, fingerprint: { not: null } },
  });
  for (const { fingerprint } of engines) {
    for (const kind of workKinds) if (fingerprint !== null) leader.queues.queue(workQueue(kind, fingerprint));
  }
}
