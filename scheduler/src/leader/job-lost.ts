import type { LeaderContext } from './context.ts';

/**
 * Time in ms for which a job may be active without a live lease that lists it: longer than a node needs to write its
 * next lease.
 */
const absentGraceMs = 4_000;

/**
 * Whether the node of an active job without a task is lost. Call it at every tick, because it measures the time since
 * which no lease lists the job.
 */
export function isJobLost({ memory }: LeaderContext, jobId: string, nowMs: number): boolean {
  const listed = memory.leases.some((lease) => lease.running.some((running) => running.jobId === jobId));
  if (listed || nowMs < memory.noLossUntilMs) {
    memory.absentSince.delete(jobId);
    return false;
  }
  const since = memory.absentSince.get(jobId) ?? nowMs;
  memory.absentSince.set(jobId, since);
  return nowMs - since >= absentGraceMs;
}
