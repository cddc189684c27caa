import type { LeaderContext } from './context.ts';
import { settleJobs } from './settle-job.ts';
import type { FinishedJob } from './work-queues.ts';

const everyMs = 5_000;
const perQueue = 100;

/**
 * Settles ends of jobs that no event told of, and thereby removes the jobs: while nobody listened to a queue (all nodes
 * of its engine were gone, the leader had just changed) a job of a lost node may have been failed by the queue itself.
 */
export async function settleUnheard(leader: LeaderContext, nowMs: number): Promise<void> {
  if (nowMs - leader.memory.unheardLookedMs < everyMs) return;
  leader.memory.unheardLookedMs = nowMs;
  for (const name of leader.queues.listening()) {
    const jobs = await leader.queues.queue(name).getJobs(['completed', 'failed'], 0, perQueue - 1);
    const ended = jobs.flatMap(({ id, finishedOn, failedReason, returnvalue }): FinishedJob[] => {
      if (id === undefined || finishedOn === undefined) return [];
      return failedReason === undefined
        ? [{ queue: name, jobId: id, outcome: 'completed', value: returnvalue }]
        : [{ queue: name, jobId: id, outcome: 'failed', value: failedReason }];
    });
    await settleJobs(leader, ended);
  }
}
