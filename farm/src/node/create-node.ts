import { hostname, totalmem } from 'node:os';
import type { RenderChild, RenderChildOptions } from '@framemill/compositor/child';
import type { Logger, Metrics, ObjectStore, Redis } from '@framemill/infra';
import { type NodeLease, PROTOCOL_VERSION } from '@framemill/scheduler/protocol';
import { createMediaCache } from '../cache/media-cache.ts';
import { jobKinds } from '../jobs/index.ts';
import { startCanary } from '../queue/canary.ts';
import { createQueueWorker, type QueueWorker } from '../queue/queue-worker.ts';
import { listenForCancel } from './cancel-listener.ts';
import { type ChildPools, createChildPools } from './child-pools.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createJobRunner } from './job-runner.ts';
import type { NodeConfig } from './node-config.ts';
import { requireCodecs } from './required-codecs.ts';
import { createRunningJobs } from './running-jobs.ts';
import { createScratch } from './scratch.ts';
import { version } from './version.ts';

export interface NodeDeps {
  /** A `worker` connection: commands wait for as long as Redis is away. The caller closes it after `stop`. */
  redis: Redis;
  store: ObjectStore;
  log: Logger;
  metrics: Metrics;
  config: NodeConfig;
  /** compositor's `startRenderChild`. */
  startChild: (options: RenderChildOptions) => RenderChild;
}

/** A farm node that has joined. */
export interface FarmNode {
  readonly nodeId: string;
  readonly fingerprint: string;
  /** What it says about itself, as in its lease. */
  lease(): NodeLease;
  /** Takes no more work and resolves when all it has is done. The lease stays until `stop`. */
  drain(): Promise<void>;
  /**
   * Leaves: takes no more work, gives running jobs `stopGraceMs`, hands the rest back as interrupted, withdraws the
   * lease, ends the children. Done within `stopGraceMs` + 5 s, also when Redis is away. Once; later calls wait for the first.
   */
  stop(): Promise<void>;
}

/**
 * Starts a node: asks a render child what this machine can draw (throws when it cannot: nothing has joined then), listens
 * to the queues of that engine and writes the lease. The node's own process never touches media.
 */
export async function createNode(deps: NodeDeps): Promise<FarmNode> {
  const { redis, store, log, metrics, config } = deps;
  const { nodeId, slots } = config;
  const scratch = await createScratch(config.scratchDir);
  const pools = createChildPools({ ...deps, scratchDir: scratch.folder });
  const running = createRunningJobs();

  const { fingerprint, codecs } = await capabilities(pools).catch(async (error: unknown) => {
    await pools.close();
    await scratch.remove();
    throw new Error('This machine cannot render, so the node does not join.', { cause: error });
  });

  let draining = false;
  const lease = (): NodeLease => ({
    nodeId,
    host: hostname(),
    pid: process.pid,
    pools: [config.pool],
    slots,
    busy: Math.min(slots, running.busySlots()),
    fingerprint,
    protocolVersion: PROTOCOL_VERSION,
    version,
    memoryBytes: totalmem(),
    codecs,
    running: running.list(),
    draining,
  });

  const workers: QueueWorker[] = [];
  const slotWorkers: QueueWorker[] = [];
  const onSlotsChanged = () => {
    metrics.slotsBusy.set({ pool: config.pool }, Math.min(slots, running.busySlots()));
    // Each queue may take what the others leave, and always one, so that no kind of work waits for another for ever.
    const active = slotWorkers.reduce((sum, worker) => sum + worker.active, 0);
    for (const worker of slotWorkers) worker.concurrency = Math.max(1, slots - (active - worker.active));
  };
  const media = createMediaCache({ root: config.mediaDir, limitBytes: config.mediaCacheBytes, store, metrics });
  const runJob = createJobRunner({
    ...{ nodeId, fingerprint, redis, store, media, running, metrics, log, onSlotsChanged },
    pools: pools.byLane,
    scratchDir: scratch.folder,
  });

  for (const kind of jobKinds) {
    const onSlot = kind.lane === 'slot';
    const worker = createQueueWorker({
      queue: kind.queue(fingerprint),
      concurrency: onSlot ? slots : 1,
      redis,
      process: (jobId, payload, signal) => runJob(kind, jobId, payload, signal),
      onLockLost: (jobId) => running.stopJob(jobId, 'lock-lost'),
      log,
    });
    workers.push(worker);
    if (onSlot) slotWorkers.push(worker);
  }
  const cancel = await listenForCancel({
    redis,
    runningRenders: running.renders,
    onCancel: (renderId) => {
      const stopped = running.stopRender(renderId);
      if (stopped > 0) log.info({ renderId, jobs: stopped }, 'render cancelled');
    },
    onStop: (jobId) => running.stopJob(jobId, 'done-elsewhere'),
    log,
  });
  const heartbeat = startHeartbeat(redis, lease, log);
  await heartbeat.beat();
  const canary = startCanary({ redis, workers, log, onRecreated: (queue) => metrics.workersRecreated.inc({ queue }) });
  metrics.slots.set({ pool: config.pool }, slots);
  pools.warm().catch((error: unknown) => log.warn({ err: error }, 'a render child could not be started ahead'));
  log.info({ nodeId, slots, fingerprint, codecs }, 'node joined');

  const drain = async () => {
    draining = true;
    await Promise.all(workers.map((worker) => worker.pause()));
    await heartbeat.beat();
    await running.idle();
  };
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    const handBack = setTimeout(() => running.stopAll('stopping'), config.stopGraceMs);
    await drain();
    clearTimeout(handBack);
    canary.stop();
    cancel.stop();
    await Promise.all(workers.map((worker) => worker.close()));
    await heartbeat.stop();
    await pools.close();
    await scratch.remove();
    log.info({ nodeId }, 'node left');
  };
  return {
    nodeId,
    fingerprint,
    lease,
    drain,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

async function capabilities(pools: ChildPools) {
  const answer = await pools.capabilities();
  requireCodecs(answer.codecs);
  return answer;
}
