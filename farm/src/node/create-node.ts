import { createHash, randomUUID } from 'node:crypto';
import { hostname, totalmem } from 'node:os';
import { type ChildResults, hasPocketsphinx } from '@framemill/compositor/child';
import { noTracing, reportRedis, version } from '@framemill/infra/process';
import {
  type Engines,
  encodeFailure,
  expressQueue,
  type NodeLease,
  OLDEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION,
  readNodeOrder,
  servedQueues,
  workQueue,
} from '@framemill/scheduler/protocol';
import { FramemillError } from '@framemill/timeline/errors';
import { createMediaCache } from '../cache/media-cache.ts';
import { nodeJobKinds } from '../jobs/index.ts';
import type { NodeJobKind } from '../jobs/job-kind.ts';
import { createQueueWorker, type QueuedJob, type QueueWorker } from '../queue/queue-worker.ts';
import { startWorkerWatchdog } from '../queue/worker-watchdog.ts';
import { type ChildPools, createChildPools, pageChildren } from './child-pools.ts';
import { beginCounters, createJobRunner } from './job-runner.ts';
import { claimLease, followOrders, startHeartbeat } from './lease.ts';
import type { NodeDeps, NodeRelease } from './node-config.ts';
import { requireCodecs } from './required-codecs.ts';
import { createRunningJobs, listenForCancel } from './running-jobs.ts';
import { createScratch } from './scratch.ts';

const thisRelease: NodeRelease = {
  version,
  protocolVersion: PROTOCOL_VERSION,
  oldestProtocolVersion: OLDEST_PROTOCOL_VERSION,
  copies: true,
  smart: true,
  express: true,
};

type CardAnswer = ChildResults['graphics-card'];

/** GPU that can be used, with its hardware encoder. */
interface UsableCard extends Pick<CardAnswer, 'encoder'> {
  readonly report: NonNullable<CardAnswer['card']>;
}

/**
 * Time in ms for which this node takes no jobs of a kind after it has returned one, so that another node takes the job.
 * The scheduler queues the job again within a second.
 */
const asideMs = 3_000;

/** Node that has joined the farm. */
export interface FarmNode {
  readonly nodeId: string;
  readonly fingerprint: string;
  /** Returns the state that the node publishes in its lease. */
  lease(): NodeLease;
  /**
   * Resolves when another node has taken the id of this node, because this node's lease had expired, for example while
   * its process was suspended. The caller should then call `stop`.
   */
  readonly replaced: Promise<void>;
  /**
   * Stops taking jobs, even if an operator tells the node to resume. Resolves when all running jobs are done. The lease
   * is kept until `stop`.
   */
  drain(): Promise<void>;
  /**
   * Leaves the farm. Takes no more jobs, waits up to `stopGraceMs` for running ones, returns the rest as interrupted,
   * deletes the lease and ends the render children. Takes at most `stopGraceMs` + 5 s, also when Redis is unavailable.
   * Repeated calls return the result of the first.
   */
  stop(): Promise<void>;
}

/**
 * Starts a node: determines in a render child what this machine can render, writes the lease (the node's sign of life
 * in Redis) and takes jobs from the matching queues. Throws, without joining the farm, when the machine cannot render
 * or a live node has the same id. Media is decoded only in child processes.
 */
export async function createNode(deps: NodeDeps): Promise<FarmNode> {
  const { redis, store, log, metrics, tracing = noTracing, config, release = thisRelease } = deps;
  const { nodeId, slots } = config;
  const report = deps.redisReport ?? reportRedis(log, 'node');
  const scratch = await createScratch(config.scratchDir, log);
  const pools = createChildPools({ ...deps, scratchDir: scratch.folder });
  const running = createRunningJobs((ms) => metrics.cancelSeconds.observe(ms / 1_000));

  const close = async () => {
    await pools.close();
    await scratch.remove();
  };

  const [{ fingerprint, codecs }, browserFingerprint, card] = await Promise.all([
    capabilities(pools),
    browserOf(deps, pools),
    cardOf(deps, pools),
  ]).catch(async (error: unknown) => {
    await close();
    throw new Error('The node cannot join the farm: its start-up checks failed. See its log.', { cause: error });
  });

  const servesProcessor = config.pool !== 'gpu';
  const mainPool = servesProcessor ? 'cpu' : 'gpu';
  const engineWith = (other: string) => createHash('sha256').update(fingerprint).update(other).digest('hex');
  const browser: Engines = browserFingerprint === null ? {} : { html: engineWith(browserFingerprint) };
  const engines: Engines = {
    ...(servesProcessor ? { cpu: fingerprint } : {}),
    ...(card === null ? {} : { gpu: engineWith(cardEngine(card)) }),
    ...(servesProcessor ? browser : {}),
  };
  const transcribes = await hasPocketsphinx();
  // Read before the first worker starts: a node that was drained and then restarted must take nothing.
  const order = await readNodeOrder(redis, nodeId);
  let draining = order === 'drain';
  let leaving = false;
  const instance = randomUUID();
  const lease = (): NodeLease => ({
    nodeId,
    instance,
    host: hostname(),
    pid: process.pid,
    slots,
    busy: Math.min(slots, running.busySlots()),
    engines,
    ...(card === null ? {} : { card: cardName(card.report) }),
    ...release,
    ...(transcribes ? { transcribes } : {}),
    memoryBytes: totalmem(),
    codecs,
    running: running.list(),
    draining,
  });
  await claimLease(redis, lease(), log).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const replaced = Promise.withResolvers<void>();
  const heartbeat = startHeartbeat(redis, lease, replaced.resolve, log);

  const workers: QueueWorker[] = [];
  const workersOf = new Map<NodeJobKind, QueueWorker[]>();
  const slotWorkers: QueueWorker[] = [];
  const onSlotsChanged = () => {
    metrics.slotsBusy.set({ pool: mainPool }, Math.min(slots, running.busySlots()));
    // Each queue may use the slots that the others leave free, and always one, so that no kind of work waits for
    // another for ever.
    const active = slotWorkers.reduce((sum, worker) => sum + worker.active, 0);
    for (const worker of slotWorkers) worker.concurrency = Math.max(1, slots - (active - worker.active));
  };
  const patience = config.storePatience;
  const media = createMediaCache({
    ...{ root: config.mediaDir, limitBytes: config.mediaCacheBytes, store, patience, metrics },
  });
  // The disk may have more than the limit, when an earlier node had a higher one.
  await media.trim();
  const runJob = createJobRunner({
    ...{ nodeId, engines, redis, store, patience, media, running, metrics, tracing, log },
    encodedBy: card?.encoder?.name ?? null,
    onBegun: onSlotsChanged,
    onHandBack: (kind) => {
      for (const worker of workersOf.get(kind) ?? []) worker.standAside(asideMs);
    },
    pools: pools.byLane,
    scratchDir: scratch.folder,
    htmlFrames: config.htmlFramesDir,
  });

  const listen = (
    queue: string,
    concurrency: number,
    process: (job: QueuedJob, signal: AbortSignal | undefined) => Promise<object>,
    kinds: readonly NodeJobKind[],
  ) => {
    const [first] = kinds;
    const label = kinds.length === 1 && first ? first.name : 'express';
    const worker = createQueueWorker({
      ...{ queue, concurrency, process, redis, report, log },
      paused: draining,
      onEnded: onSlotsChanged,
      onLockLost: (jobId) => running.stopJob(jobId, 'lock-lost'),
      onTaken: (waitedMs) => metrics.dispatchSeconds.observe({ queue: label }, waitedMs / 1_000),
    });
    workers.push(worker);
    for (const kind of kinds) workersOf.set(kind, [...(workersOf.get(kind) ?? []), worker]);
    return worker;
  };
  for (const kind of nodeJobKinds) {
    const onSlot = kind.lane === 'slot';
    // Render work depends on the engine; a node of the pool `gpu` also does the work that every node can do.
    const served = { engines: onSlot ? engines : { ...engines, ...browser }, transcribes };
    for (const [queue, pool] of servedQueues(kind, served)) {
      const beside = pool === 'html' && kind.lane === 'preview' ? pageChildren : 1;
      const process = ({ id, payload }: QueuedJob, signal: AbortSignal | undefined) =>
        runJob(kind, id, payload, signal);
      const worker = listen(queue, onSlot ? slots : beside, process, [kind]);
      if (onSlot) slotWorkers.push(worker);
    }
  }
  const ofSlots = nodeJobKinds.filter(({ lane }) => lane === 'slot');
  for (const engine of new Set([engines.cpu, engines.html])) {
    if (engine === undefined) continue;
    const process = ({ id, name, payload }: QueuedJob, signal: AbortSignal | undefined) => {
      const kind = ofSlots.find(({ jobName }) => jobName === name);
      if (kind === undefined) {
        const wrong = `Jobs of the kind "${name}" are not allowed in the express queue.`;
        const message = `${wrong} Run the same version of all services.`;
        throw new Error(encodeFailure({ kind: 'failed', code: 'invalid_request', message, nodeId }));
      }
      return runJob(kind, id, payload, signal, 'express');
    };
    listen(workQueue(expressQueue, engine), 1, process, ofSlots);
  }
  const cancel = await listenForCancel({
    redis,
    runningRenders: running.renders,
    onCancel: (renderId) => {
      const stopped = running.stopRender(renderId);
      if (stopped > 0) log.info({ renderId, jobs: stopped }, 'render cancelled');
    },
    onStop: ({ jobId, why }) => running.stopJob(jobId, why ?? 'done-elsewhere'),
    report,
    log,
  });
  beginCounters(
    metrics,
    workers.map(({ queue }) => queue),
  );
  const watchdog = startWorkerWatchdog({
    redis,
    workers,
    log,
    onRecreated: (queue) => metrics.workersRecreated.inc({ queue }),
  });
  metrics.slots.set({ pool: mainPool }, slots);
  pools.warm().catch((error: unknown) => log.warn({ err: error }, 'a render child could not be started ahead'));
  log.info({ nodeId, version: release.version, slots, engines, codecs }, 'node joined');

  const takeWork = async (take: boolean) => {
    draining = !take;
    for (const worker of workers) take ? worker.resume() : worker.pause();
    await heartbeat.beat();
  };
  const orders = followOrders({
    ...{ redis, nodeId, obeyed: order, log },
    onOrder: (wanted) => {
      if (leaving) return;
      log.info({ order: wanted }, 'an operator ordered this');
      void takeWork(wanted === 'serve');
    },
  });
  const drain = async () => {
    leaving = true;
    orders.stop();
    await takeWork(false);
    await running.idle();
  };
  let stopping: Promise<void> | null = null;
  const stop = async () => {
    const handBack = setTimeout(() => running.stopAll('stopping'), config.stopGraceMs);
    await drain();
    clearTimeout(handBack);
    // A job that a worker was just fetching begins after the others have ended, so it is stopped here.
    running.stopAll('stopping');
    watchdog.stop();
    cancel.stop();
    await Promise.all(workers.map((worker) => worker.close()));
    await heartbeat.stop();
    await close();
    log.info({ nodeId }, 'node left');
  };
  return {
    nodeId,
    fingerprint,
    lease,
    replaced: replaced.promise,
    drain,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * Determines the browser's fingerprint; null when the node cannot render HTML clips. The reason is logged, not thrown,
 * because such a node can run all other jobs.
 */
async function browserOf({ config, log }: NodeDeps, pools: ChildPools): Promise<string | null> {
  if (!config.htmlClips) return null;
  try {
    const { fingerprint, problem } = await pools.browser();
    if (fingerprint === null) log.info({ problem }, 'html clips cannot be drawn here');
    return fingerprint;
  } catch (error) {
    log.warn({ err: error }, 'the browser could not be tried: html clips cannot be drawn here');
    return null;
  }
}

/**
 * Determines the GPU; null when there is none or the configuration excludes it. Throws `not_configured` when the node
 * is configured for the pool `gpu` but has no usable GPU.
 */
async function cardOf({ config, log }: NodeDeps, pools: ChildPools): Promise<UsableCard | null> {
  if (config.pool === 'cpu') return null;
  const { card, problem, encoder } = await pools.graphicsCard();
  if (card === null && config.pool === 'gpu') throw new FramemillError('not_configured', `${problem}`);
  if (card === null) log.info({ problem }, 'no graphics card draws here');
  return card && { report: card, encoder };
}

/**
 * Returns the text that identifies a GPU render engine (version of the render program): adapter, driver, calibration
 * output and, for a hardware encoder, its settings.
 */
export function cardEngine({ report, encoder }: UsableCard): string {
  return encoder === null ? report.fingerprint : `${report.fingerprint} ${encoder.fingerprint}`;
}

function cardName({ adapter: { vendor, name, driver } }: UsableCard['report']): string {
  return `${vendor} ${name}, ${driver}`.slice(0, 200);
}

async function capabilities(pools: ChildPools) {
  const answer = await pools.capabilities();
  requireCodecs(answer.codecs);
  return answer;
}
