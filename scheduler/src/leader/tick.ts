import { randomUUID } from 'node:crypto';
import { objectKeys, publishFarmStore, readLeases, readStoreId } from '../protocol/index.ts';
import { type FinishedJob, queueOfAttempt, queuesOfNode } from '../work-queues.ts';
import { advanceOutputs } from './advance-outputs.ts';
import { type AttemptRow, runningAttempts } from './attempts.ts';
import { completeJobs, tidyQueues } from './complete-job.ts';
import { type LeaderContext, LeaderFenced, outageOf } from './context.ts';
import { dispatchWork } from './dispatch-work.ts';
import { findLost, leaveLostEngines, noteLostNodes, noteNodeless, recordNodeEvents } from './find-lost.ts';
import { finishBatches } from './finish-batches.ts';
import { finishRenders } from './finish-renders.ts';
import { reconcilers } from './jobs/index.ts';
import { reportLost, reportMetrics, reportOutbox, reportRedisMemory, reportStorage } from './metrics.ts';
import { planRenders } from './plan-renders.ts';
import { updateProgress } from './progress.ts';
import { recheckRenders } from './recheck-renders.ts';
import { speculateOnStragglers } from './speculate-on-stragglers.ts';
import { stopLongRanges, stopUselessWork } from './stop-work.ts';

/**
 * Runs one pass of the leader over all pending work. Every step reads its input from the database and is idempotent, so
 * a pass may be interrupted anywhere and repeated by any leader. `isTimed` adds the steps that run once a second.
 */
export async function tick(leader: LeaderContext, finished: readonly FinishedJob[], isTimed: boolean): Promise<void> {
  if (isTimed) await lookAtNodes(leader);
  await completeJobs(leader, finished);
  if (isTimed) {
    const running = await runningAttempts(leader);
    await forgetQueues(leader, running);
    await findLost(leader, running, Date.now());
    await recheckRenders(leader);
    await leaveLostEngines(leader, running, Date.now());
  }
  await advanceOutputs(leader);
  await stopUselessWork(leader);
  await planRenders(leader);
  await finishRenders(leader);
  if (isTimed) await stopLongRanges(leader, Date.now());
  await dispatchWork(leader);
  if (isTimed) await speculateOnStragglers(leader, Date.now());
}

/** Step that runs once a second and that no render waits for. Its errors are logged, except `LeaderFenced`. */
export type SideStep = (leader: LeaderContext) => Promise<void>;

/**
 * All side steps: steps for which no render waits. They run once a second, after a pass of the leader (`tick`). A side
 * step is delayed while another pass is due.
 */
export const sideSteps: readonly SideStep[] = [
  // A run that fails is harmless: the next one writes the same figures.
  noteNodeless,
  updateProgress,
  finishBatches,
  nameStore,
  tidyQueues,
  ...Object.values(reconcilers),
  reportMetrics,
  reportStorage,
  reportOutbox,
  reportLost,
  reportRedisMemory,
].map((step) => (leader) => aside(leader, step));

/**
 * Runs a side step (a step for which no render waits). Logs an error of the step instead of throwing it, because the
 * error must not delay renders. Rethrows `LeaderFenced` only.
 */
export async function aside(
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
  await aside(leader, function recordNodes(_leader, nowMs) {
    return recordNodeEvents(leader, leases, nowMs);
  });
  await noteLostNodes(leader, leases, Date.now());
  leader.memory.leases = leases;
  // Subscribe before the first job is added, so that no event of it is missed.
  for (const name of leases.flatMap(queuesOfNode)) leader.queues.listen(name);
}

async function forgetQueues(leader: LeaderContext, running: readonly AttemptRow[]): Promise<void> {
  const served = leader.memory.leases.flatMap(queuesOfNode);
  const used = running.map(queueOfAttempt);
  await leader.queues.retain(new Set([...served, ...used]));
}

/**
 * Publishes the id of the farm's object store to the nodes. The id is stored as an object in that store, and is created
 * when it does not exist. Run it every second.
 */
async function nameStore({ store, redis, memory }: LeaderContext): Promise<void> {
  memory.storeId ??= (await readStoreId(store)) ?? (await giveId(store));
  await publishFarmStore(redis, memory.storeId);
}

async function giveId(store: LeaderContext['store']): Promise<string> {
  const id = randomUUID();
  await store.put(objectKeys.storeId, Buffer.from(id), { contentType: 'text/plain' });
  return id;
}
