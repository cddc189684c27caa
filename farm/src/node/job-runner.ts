import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { segmentCores } from '@framemill/compositor/plan';
import {
  inSpan,
  type Logger,
  type Metrics,
  type ObjectStore,
  type Redis,
  requireRoom,
  type Span,
  type Tracing,
} from '@framemill/infra/process';
import {
  type Engines,
  encodeFailure,
  isCancelled,
  parseFrameSnapshot,
  parseRenderSnapshot,
  renderRangeJob,
} from '@framemill/scheduler/protocol';
import { parseDocument } from '@framemill/timeline/document';
import { FramemillError } from '@framemill/timeline/errors';
import type { MediaCache } from '../cache/media-cache.ts';
import { createRecent } from '../cache/recent.ts';
import { readFarmObject, type StorePatience } from '../cache/store-patience.ts';
import { createWarmFolders } from '../cache/warm-folders.ts';
import { ChildLost } from '../children/child-lost.ts';
import type { ChildPool } from '../children/child-pool.ts';
import type { ChildSlot } from '../children/child-slot.ts';
import { findFaultySource, mayHaveFaultySource, type RunTask, withBrokenSource } from '../jobs/find-faulty-source.ts';
import { type JobContext, JobStopped, type Lane, type NodeJobKind, type PreviewFiles } from '../jobs/job-kind.ts';
import { jobFailure } from './job-failure.ts';
import type { RunningJobs } from './running-jobs.ts';

/** Dependencies of `createJobRunner`. */
export interface JobRunnerOptions {
  nodeId: string;
  engines: Engines;
  /** Hardware encoder of the node's engine in the pool `gpu`; null when encoding is done in software. */
  encodedBy: string | null;
  htmlFrames: string;
  redis: Redis;
  store: ObjectStore;
  patience: StorePatience;
  media: MediaCache;
  pools: Record<Lane, ChildPool>;
  running: RunningJobs;
  scratchDir: string;
  metrics: Metrics;
  tracing: Tracing;
  log: Logger;
  /** Called when a job begins. */
  onBegun: () => void;
  /**
   * Called before this node returns a job that only other nodes can do. The node should then pause that kind of job, or
   * it would take the same job again at once.
   */
  onHandBack: (kind: NodeJobKind) => void;
}

/** Number of parsed documents that are cached. Consecutive frame ranges often belong to the same render. */
const documentsKept = 8;

/**
 * Function that runs one job and returns its result. `lane` names the child pool; the default is the lane of the job's
 * kind. The function throws an error whose message is an encoded failure.
 */
export type RunJob = (
  kind: NodeJobKind,
  jobId: string,
  payload: unknown,
  outside?: AbortSignal,
  lane?: Lane,
) => Promise<object>;

/** Creates the function that runs jobs of any kind. It returns results in the form of the scheduler protocol. */
export function createJobRunner(options: JobRunnerOptions): RunJob {
  const {
    nodeId,
    engines,
    encodedBy,
    htmlFrames,
    redis,
    store,
    patience,
    media,
    pools,
    running,
    scratchDir,
    metrics,
    tracing,
    log,
  } = options;
  const recentRenders = createRecent<Awaited<ReturnType<JobContext['renderSnapshot']>>>(documentsKept);
  const recentFrames = createRecent<Awaited<ReturnType<JobContext['frameSnapshot']>>>(documentsKept);
  const warmFolders = createWarmFolders<PreviewFiles>(path.join(scratchDir, 'warm'));

  function context(
    kind: NodeJobKind,
    lane: Lane,
    folder: string,
    { signal, reportFrames, reportWaiting }: ReturnType<RunningJobs['add']>,
    span: Span | null,
  ): JobContext {
    return {
      nodeId,
      engines,
      encodedBy,
      htmlFrames,
      scratchDir: folder,
      signal,
      warmFolders,
      publish: (channel, message) => redis.publish(channel, message),
      store,
      patience,
      media,
      renderSnapshot: (key) => recentRenders(key, () => readFarmObject(store, key, parseRender, { patience, signal })),
      frameSnapshot: (key) => recentFrames(key, () => readFarmObject(store, key, parseFrame, { patience, signal })),
      runTask: async (task, onProgress, bounds) => {
        let framesDone = 0;
        const note = (done: number) => {
          framesDone = done;
          onProgress?.(done);
        };
        const pool = pools[bounds?.lane ?? lane];
        const cores = task.type === 'segments' ? segmentCores(task.profile) : 1;
        const withSlot: ChildPool['withSlot'] = (priority, ends, work) => {
          reportWaiting(true);
          const begin = (slot: ChildSlot) => {
            reportWaiting(false);
            return work(slot);
          };
          return pool.withSlot(priority, ends, begin, cores).finally(() => reportWaiting(false));
        };
        const limit = new AbortController();
        const runTrial: RunTask = (trial) => withSlot(kind.priority, signal, (slot) => slot.run(trial, { signal }));
        try {
          return await withSlot(kind.priority, signal, async (slot) => {
            if (bounds === undefined) return slot.run(task, { signal, onProgress: note });
            const timer = setTimeout(() => limit.abort(), bounds.limitMs);
            const either = AbortSignal.any([signal, limit.signal]);
            return slot.run(task, { signal: either, onProgress: note }).finally(() => clearTimeout(timer));
          });
        } catch (error) {
          if (bounds && limit.signal.aborted && !signal.aborted) throw tookTooLong(bounds.limitMs);
          // A task with bounds renders pages: its failure reports the page, not a source.
          if (error instanceof ChildLost && bounds === undefined && mayHaveFaultySource(error, task)) {
            throw await findFaultySource(error, task, framesDone, runTrial);
          }
          throw withBrokenSource(error, task);
        }
      },
      reportFrames,
      noteSpan(name, { fromMs, untilMs }, { attributes, parent = span } = {}) {
        const noted = tracing.begin(name, parent?.traceparent, { atMs: fromMs, ...(attributes && { attributes }) });
        noted?.end({ atMs: untilMs });
        return noted;
      },
      metrics,
      log,
    };
  }

  const run = async (
    span: Span | null,
    ...[kind, jobId, payload, outside, lane = kind.lane]: Parameters<RunJob>
  ): Promise<object> => {
    const startedAt = performance.now();
    // Until the job is registered, only BullMQ can stop it.
    let signal = outside ?? new AbortController().signal;
    let outcome = 'done';
    try {
      const renderId = kind.renderIdOf(payload);
      const job = running.add({ jobId, renderId, slot: lane === 'slot' }, outside);
      signal = job.signal;
      options.onBegun();
      let folder: string | null = null;
      try {
        const [isGivenUp] = await Promise.all([
          isCancelled(redis, renderId, jobId),
          requireRoom(scratchDir, 'the node'),
        ]);
        folder = await mkdtemp(path.join(scratchDir, 'job-'));
        if (isGivenUp) running.stopJob(jobId, 'cancelled');
        signal.throwIfAborted();
        const result = await kind.execute(payload, context(kind, lane, folder, job, span));
        // A result after the stop is not reported: the scheduler has already dispatched the work again.
        signal.throwIfAborted();
        return result;
      } finally {
        job.remove();
        if (folder !== null) await rm(folder, { recursive: true, force: true });
      }
    } catch (error) {
      // Children and libraries report a full disk in many ways, so the disk itself is checked.
      const full = await requireRoom(scratchDir, 'the node').catch((cause: unknown) => cause);
      const failure = jobFailure(full ?? error, signal, nodeId);
      if (failure.kind === 'interrupted' && !signal.aborted && !wasKilled(error)) options.onHandBack(kind);
      outcome = failure.kind;
      const check = failedCheck(error);
      if (check !== null) metrics.verifyFailures.inc({ check });
      if (failure.card === 'lost') metrics.cardsLost.inc();
      if (failure.card === 'full') metrics.cardsFull.inc();
      const level = error instanceof JobStopped || signal.aborted ? 'info' : 'warn';
      log[level]({ err: error, jobId, kind: kind.name, failure: failure.kind }, 'job ended without a result');
      throw new Error(encodeFailure(failure));
    } finally {
      metrics.nodeJobs.inc({ queue: kind.name, outcome });
      log.debug({ jobId, kind: kind.name, outcome, ms: Math.round(performance.now() - startedAt) }, 'job ended');
    }
  };

  return (...call) => {
    const [kind, jobId, payload] = call;
    const attributes = { job: jobId, node: nodeId };
    const name = kind.name === renderRangeJob.name ? 'range' : kind.name;
    const span = tracing.begin(name, traceparentIn(payload), { kind: 'consumer', attributes });
    return inSpan(span, () => run(span, ...call));
  };
}

/** Returns the span in which a job was dispatched; null for jobs that are not traced. */
function traceparentIn(payload: unknown): string | null {
  if (typeof payload !== 'object' || payload === null || !('traceparent' in payload)) return null;
  return typeof payload.traceparent === 'string' ? payload.traceparent : null;
}

function tookTooLong(limitMs: number): FramemillError {
  const message = `The preview exceeded its time limit of ${limitMs / 1_000} s. Make the html clips lighter.`;
  return new FramemillError('provider_error', message);
}

/** Whether another process killed the render child. The same node can then try the job again. */
function wasKilled(error: unknown): boolean {
  return error instanceof ChildLost && error.reason === 'killed';
}

function parseRender(value: unknown) {
  const snapshot = parseRenderSnapshot(value);
  return { ...snapshot, document: parseDocument(snapshot.document) };
}

function parseFrame(value: unknown) {
  const snapshot = parseFrameSnapshot(value);
  return { ...snapshot, document: parseDocument(snapshot.document) };
}

/** Returns the check that a rendered file did not pass; null for other errors. */
function failedCheck(error: unknown): string | null {
  if (!(error instanceof FramemillError)) return null;
  const { check } = error.details;
  return typeof check === 'string' ? check : null;
}

/** Names of the checks of rendered files, as `details.check` of their errors states them. */
export const fileChecks = ['frames', 'decode', 'hash', 'stored_hash'] as const;

const lossReasons = ['crash', 'cancel', 'memory', 'stuck', 'oom', 'killed'] as const;

/**
 * Creates the counters that alerts watch, with the value 0. Prometheus sees no increase in a series whose first value
 * is 1.
 */
export function beginCounters(metrics: Metrics, queues: readonly string[]): void {
  for (const check of fileChecks) metrics.verifyFailures.inc({ check }, 0);
  for (const reason of lossReasons) metrics.renderChildrenReplaced.inc({ reason }, 0);
  metrics.cardsLost.inc(0);
  metrics.cardsFull.inc(0);
  for (const queue of queues) metrics.workersRecreated.inc({ queue }, 0);
}
