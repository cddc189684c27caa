import type { LeaderContext } from './context.ts';

/** A job that is active although no live lease has it: longer than a node needs to write its next lease. */
const absentGraceMs = 4_000;

/** Whether no node has an active job of no task any more: its node is gone. To be asked at every tick. */
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
