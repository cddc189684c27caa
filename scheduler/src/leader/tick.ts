import { readLeases } from '../protocol/index.ts';
import { type FinishedJob, queueOfAttempt, queuesOfNode } from '../queues/work-queues.ts';
import { admitBatches } from './admit-batches.ts';
import { advanceOutputs } from './advance-outputs.ts';
import { type AttemptRow, runningAttempts } from './attempts.ts';
import { completeJobs } from './complete-job.ts';
import { type LeaderContext, LeaderFenced, outageOf } from './context.ts';
import { dispatchWork } from './dispatch-work.ts';
import { findLost } from './find-lost.ts';
import { finishBatches } from './finish-batches.ts';
import { finishRenders } from './finish-renders.ts';
import { reconcileLateProbes } from './late-probes.ts';
import { leaveLostEngines } from './leave-lost-engines.ts';
import { nameStore } from './name-store.ts';
import { noteLostNodes } from './note-lost-nodes.ts';
import { planRenders } from './plan-renders.ts';
import { updateProgress } from './progress.ts';
import { reconcileIngests } from './reconcile-ingests.ts';
import { reconcileReports } from './reconcile-reports.ts';
import { reportAccounts } from './report-accounts.ts';
import { reportCrowding } from './report-crowding.ts';
import { reportMetrics } from './report-metrics.ts';
import { reportStorage } from './report-storage.ts';
import { speculateOnStragglers } from './speculate-on-stragglers.ts';
import { stopLongRanges } from './stop-long-ranges.ts';
import { stopUselessWork } from './stop-work.ts';
import { tidyQueues } from './tidy-queues.ts';

/**
 * One round over everything there is to do. Every step reads what it needs from the database and is idempotent, so a
 * tick may be cut off anywhere and repeated by any leader. `isTimed` adds the steps that a clock drives, once a second.
 */
export async function tick(leader: LeaderContext, finished: readonly FinishedJob[], isTimed: boolean): Promise<void> {
  if (isTimed) await lookAtNodes(leader);
  await completeJobs(leader, finished);
  if (isTimed) {
    const running = await runningAttempts(leader);
    await forgetQueues(leader, running);
    await findLost(leader, running, Date.now());
    await leaveLostEngines(leader, Date.now());
  }
  await advanceOutputs(leader);
  await stopUselessWork(leader);
  await planRenders(leader);
  await finishRenders(leader);
  if (isTimed) await stopLongRanges(leader, Date.now());
  await dispatchWork(leader);
  if (isTimed) await speculateOnStragglers(leader, Date.now());
  // An end has made room in its account.
  await aside(leader, admitBatches);
}

/** A step that a clock drives and that no render waits for. What it throws is logged, except `LeaderFenced`. */
export type SideStep = (leader: LeaderContext) => Promise<void>;

/** What is done once a second beside the ticks. Each may wait for a tick that is due. */
export const sideSteps: readonly SideStep[] = [
  // What it cannot write is written by the next one.
  updateProgress,
  finishBatches,
  nameStore,
  tidyQueues,
  reconcileLateProbes,
  reconcileIngests,
  reconcileReports,
  reportMetrics,
  reportAccounts,
  reportCrowding,
  reportStorage,
].map((step) => (leader) => aside(leader, step));

/** None of them may hold up renders by what it throws. */
async function aside(
  leader: LeaderContext,
  step: (leader: LeaderContext, nowMs: number) => Promise<void>,
): Promise<void> {
  const outage = outageOf(leader, `a side task of the leader failed: ${step.name}`);
  await step(leader, Date.now()).then(outage.worked, (error: unknown) => {
    if (error instanceof LeaderFenced) throw error;
    outage.failed(error);
  });
}

async function lookAtNodes(leader: LeaderContext): Promise<void> {
  const leases = await readLeases(leader.redis, (nodeId, error) =>
    leader.log.warn({ err: error, nodeId }, 'the lease of a node cannot be read'),
  );
  await noteLostNodes(leader, leases, Date.now());
  leader.memory.leases = leases;
  // Opened before the first job, so that no event of it is missed.
  for (const name of leases.flatMap(queuesOfNode)) leader.queues.listen(name);
}

async function forgetQueues(leader: LeaderContext, running: readonly AttemptRow[]): Promise<void> {
  const served = leader.memory.leases.flatMap(queuesOfNode);
  const used = running.map(queueOfAttempt);
  await leader.queues.retain(new Set([...served, ...used]));
}
