import { createHash, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createRedis, type ObjectStore } from '@framemill/infra';
import {
  audioJob,
  encodeFailure,
  encodeSentFrame,
  type IngestJob,
  ingestJobs,
  isCancelled,
  type JobFailure,
  leaseRefreshMs,
  type NodeLease,
  OLDEST_PROTOCOL_VERSION,
  objectKeys,
  PROTOCOL_VERSION,
  parseCancelMessage,
  parseStitchManifest,
  parseStopMessage,
  previewFrameJob,
  probeJob,
  publishLease,
  type RenderRangeJob,
  type ReportJob,
  redisChannels,
  renderRangeJob,
  reportJob,
  stitchJob,
  withdrawLease,
  workerOptions,
  workQueue,
} from '@framemill/scheduler/protocol';
import { UnrecoverableError, Worker } from 'bullmq';

/** Properties and behavior of a fake node. */
export interface FakeNodeOptions {
  readonly redisUrl: string;
  readonly store: ObjectStore;
  readonly nodeId?: string;
  readonly slots?: number;
  readonly fingerprint?: string;
  /** Pool that the node serves. Default: `cpu`. */
  readonly pool?: 'cpu' | 'gpu';
  /** Protocol versions that the node announces in order to imitate another software version. */
  readonly protocol?: { readonly protocolVersion: number; readonly oldestProtocolVersion?: number };
  /** Value of the lease's field `copies`; absent to imitate an older software version, whose lease lacks the field. */
  readonly copies?: boolean;
  /** Value of the lease's field `smart`; absent to imitate an older software version, whose lease lacks the field. */
  readonly smart?: boolean;
  /**
   * Whether the node has an express slot (reserved for short jobs); absent to imitate an older software version without
   * one.
   */
  readonly express?: boolean;
  /**
   * Called before the node pretends to render a job. May wait or throw. `signal` is aborted when the job is cancelled.
   */
  readonly onFrames?: (job: RenderRangeJob, signal: AbortSignal) => Promise<void>;
  /**
   * Number of segments of a job that are complete when the scheduler stops it in favour of other accounts. Default:
   * none.
   */
  readonly doneWhenStopped?: number;
  readonly onStitch?: () => Promise<void>;
  readonly onProbe?: (mediaId: string) => Promise<object>;
  /** Returns the result of an ingest job, to which the node adds `nodeId`. */
  readonly onIngest?: (job: IngestJob) => Promise<object>;
  /**
   * Whether preview frames are sent to the process that waits for them, or sent and lost. Absent to imitate an older
   * software version, which stores them in the object store.
   */
  readonly pictures?: 'sent' | 'lost';
  /** Pretends to measure a finished file. Returns the limits that the file exceeds. */
  readonly onReport?: (job: ReportJob) => Promise<readonly string[]>;
}

/** Simulated render node. Instead of frames, it writes bytes derived from the content key of each segment. */
export interface FakeNode {
  readonly nodeId: string;
  /** Render jobs in the order in which the node started them. */
  readonly taken: RenderRangeJob[];
  /** Ids of the renders for which the node received a cancel message. */
  readonly cancelled: string[];
  /** Ids of the jobs that the scheduler told the node to stop. */
  readonly stopped: string[];
  /** Ends the node abruptly, as SIGKILL would: without removing its lease, renewing locks or responding. */
  kill(): Promise<void>;
  /** Shuts the node down cleanly. */
  stop(): Promise<void>;
}

/** Fingerprint of a fake node's render engine (the version of the render program), unless a test sets another one. */
export const fakeFingerprint = 'f'.repeat(64);

/**
 * Time in ms that the node reports for each segment. It is about that of a real segment, because the scheduler creates
 * shorter jobs when segments take longer.
 */
const reportedMsPerSegment = 1_000;

/**
 * Number of samples that the node reports for an audio mix: a day at 48 kHz, a number that does not fit into 32 bits.
 */
const announcedSamples = 24 * 3_600 * 48_000;

/** Returns the bytes that every fake node produces for a content key. */
export function fakeBytes(contentKey: string): Buffer {
  return Buffer.from(`bytes of ${contentKey}`);
}

/**
 * Returns the lease (the sign of life that a node publishes) of an idle node with two slots. `changes` overrides fields
 * of the lease.
 */
export function nodeLease(changes: Partial<NodeLease> = {}): NodeLease {
  return {
    ...{ nodeId: 'node-1', host: 'test', pid: 1, slots: 2, busy: 0, engines: { cpu: fakeFingerprint } },
    ...{ protocolVersion: PROTOCOL_VERSION, oldestProtocolVersion: OLDEST_PROTOCOL_VERSION, version: '0.0.0' },
    ...{ memoryBytes: 0, codecs: [], running: [], draining: false },
    ...changes,
  };
}

/** Creates an error in the form in which a node throws it. */
export function nodeError(failure: JobFailure): Error {
  return new UnrecoverableError(encodeFailure(failure));
}

/** Starts a fake node, which joins the farm. */
export async function startFakeNode(options: FakeNodeOptions): Promise<FakeNode> {
  const { redisUrl, store, nodeId = `node-${randomUUID()}`, slots = 2, fingerprint = fakeFingerprint } = options;
  const { pool = 'cpu' } = options;
  const redis = createRedis(redisUrl, 'plain');
  const subscriber = createRedis(redisUrl, 'worker');
  const connection = createRedis(redisUrl, 'worker');
  const running = new Map<string, { framesDone: number; renderId: string; abort: AbortController }>();
  const taken: RenderRangeJob[] = [];
  const cancelled: string[] = [];
  const stopped: string[] = [];

  const putContent = async (accountId: string, contentKey: string) => {
    const body = fakeBytes(contentKey);
    const sha256 = createHash('sha256').update(body).digest('hex');
    await store.put(objectKeys.segment(accountId, contentKey, sha256), body);
    return { sha256, sizeBytes: body.length };
  };
  const inBooks = async <T>(jobId: string, renderId: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const abort = new AbortController();
    running.set(jobId, { framesDone: 0, renderId, abort });
    try {
      if (await isCancelled(redis, renderId, jobId)) throw cancelledError(nodeId);
      return await work(abort.signal);
    } finally {
      running.delete(jobId);
    }
  };

  const frames = (data: unknown, jobId: string) => {
    const job = renderRangeJob.parse(data);
    if (job.avoid?.includes(nodeId)) {
      standAside();
      throw nodeError({ kind: 'interrupted', code: 'unavailable', message: 'has it already', nodeId });
    }
    taken.push(job);
    return inBooks(jobId, job.renderId, async (signal) => {
      await options.onFrames?.(job, signal);
      const render = (ordered: RenderRangeJob['segments']) =>
        Promise.all(
          ordered.map(async ({ index, contentKey, startFrame, endFrame }) => ({
            index,
            contentKey,
            frames: endFrame - startFrame,
            ...(await putContent(job.accountId, contentKey)),
          })),
        );
      if (signal.reason === 'for-others') {
        const segments = await render(job.segments.slice(0, options.doneWhenStopped ?? 0));
        throw nodeError({ kind: 'interrupted', code: 'unavailable', message: 'for others', nodeId, segments });
      }
      if (signal.aborted) throw cancelledError(nodeId);
      const segments = await render(job.segments);
      return { segments, nodeId, fetchMs: 1, renderMs: segments.length * reportedMsPerSegment, uploadMs: 1 };
    });
  };
  const audio = (data: unknown, jobId: string) => {
    const job = audioJob.parse(data);
    return inBooks(jobId, job.renderId, async () => ({
      ...(await putContent(job.accountId, job.contentKey)),
      samples: announcedSamples,
      nodeId,
    }));
  };
  const stitch = (data: unknown, jobId: string) => {
    const job = stitchJob.parse(data);
    return inBooks(jobId, job.renderId, async () => {
      await options.onStitch?.();
      const manifest = parseStitchManifest(JSON.parse(await text((await store.get(job.manifestKey)).body)));
      const parts = manifest.copy ? [`copy of ${manifest.copy.objectKey} with ${manifest.copy.sound} sound`] : [];
      const missingKeys: string[] = [];
      for (const { objectKey } of manifest.segments) {
        if ((await store.head(objectKey)) === null) missingKeys.push(objectKey);
        else parts.push(await text((await store.get(objectKey)).body));
      }
      if (missingKeys.length > 0) {
        throw nodeError({ kind: 'failed', code: 'not_found', message: 'segments are missing', nodeId, missingKeys });
      }
      const body = Buffer.from(parts.join('\n'));
      await store.put(job.exportKey, body);
      const { num, den } = manifest.profile.rate;
      const total =
        manifest.copy?.packets.frames ?? manifest.segments.reduce((sum, segment) => sum + segment.frames, 0);
      const sha256 = createHash('sha256').update(body).digest('hex');
      return { sizeBytes: body.length, durationSec: (total * den) / num, sha256, nodeId };
    });
  };
  type Run = (data: unknown, jobId: string, name: string) => Promise<unknown>;
  const express = (data: unknown, jobId: string, name: string) =>
    new Map<string, Run>(Object.entries({ frames, audio, stitch })).get(name)?.(data, jobId, name) ??
    Promise.reject(new Error(`There is no job named "${name}".`));
  const frame = async (asked: unknown) => {
    const job = previewFrameJob.parse(asked);
    const data = Buffer.from(`picture at ${job.atSec}`);
    const result = { width: 640, height: 360, timeSec: [job.atSec].flat()[0] ?? 0, sizeBytes: data.length };
    if (job.sendTo !== undefined && options.pictures !== undefined) {
      const { requestId, sendTo } = job;
      if (options.pictures === 'lost') return { ...result, sent: true };
      if ((await redis.publish(sendTo, encodeSentFrame({ requestId, result, data }))) > 0)
        return { ...result, sent: true };
    }
    await store.put(job.outKey, data);
    return result;
  };
  const probe = async (data: unknown) => ({ facts: await options.onProbe?.(probeJob.parse(data).mediaId) });

  const ingest = (data: unknown, jobId: string) =>
    inBooks(jobId, 'no-render', async () => ({ ...(await options.onIngest?.(ingestJobs.sound.parse(data))), nodeId }));

  const report = (data: unknown, jobId: string) => {
    const job = reportJob.parse(data);
    return inBooks(jobId, job.renderId, async () => ({ broken: await options.onReport?.(job), nodeId }));
  };

  const work = (queue: string, concurrency: number, run: Run) => {
    const worker = new Worker(queue, async (job, _token, _signal) => run(job.data, job.id ?? '', job.name), {
      ...workerOptions,
      connection,
      concurrency,
    });
    worker.on('error', () => undefined);
    return worker;
  };
  const listen = () => work(workQueue(`frames-${pool}`, fingerprint), slots, frames);
  let isAside = false;
  // As a real node: what it hands back is for others, who may come after it in the queue's eyes.
  const standAside = () => {
    const old = workers[0];
    if (isAside || old === undefined) return;
    isAside = true;
    void old.pause();
    setTimeout(() => {
      isAside = false;
      if (ended) return;
      // The paused one still has its running jobs.
      workers.push(old);
      workers[0] = listen();
    }, 1_500);
  };
  let ended = false;
  const workers = [
    listen(),
    work(workQueue('audio', fingerprint), 1, audio),
    work(workQueue('stitch', fingerprint), 1, stitch),
    work(previewFrameJob.queues.cpu, 1, frame),
    ...(options.express ? [work(workQueue('express', fingerprint), 1, express)] : []),
    ...(options.onProbe === undefined ? [] : [work(probeJob.queues.cpu, 1, probe)]),
    ...(options.onReport === undefined ? [] : [work(reportJob.queues.cpu, 1, report)]),
    ...(options.onIngest === undefined
      ? []
      : Object.values(ingestJobs).map(({ queues }) => work(queues.cpu, 1, ingest))),
  ];

  const { copies, smart, express: hasExpress } = options;
  const lease = () =>
    nodeLease({
      ...{ nodeId, pid: process.pid, slots, busy: running.size, engines: { [pool]: fingerprint } },
      ...(options.protocol && { oldestProtocolVersion: undefined, ...options.protocol }),
      // JSON leaves out what is undefined, as a node of an older software version does.
      ...{ copies, smart, express: hasExpress },
      running: [...running].map(([jobId, { framesDone }]) => ({ jobId, framesDone })),
    });
  await publishLease(redis, lease());
  const refresh = setInterval(() => publishLease(redis, lease()).catch(() => undefined), leaseRefreshMs / 4);
  await subscriber.subscribe(redisChannels.cancel, redisChannels.stop);
  subscriber.on('message', (channel, message) => {
    if (channel === redisChannels.stop) {
      const { jobId, why } = parseStopMessage(message);
      stopped.push(jobId);
      running.get(jobId)?.abort.abort(why);
      return;
    }
    const { renderId } = parseCancelMessage(message);
    cancelled.push(renderId);
    for (const job of running.values()) if (job.renderId === renderId) job.abort.abort();
  });
  await Promise.all(workers.map((worker) => worker.waitUntilReady()));

  const end = async (inOrder: boolean) => {
    if (ended) return;
    ended = true;
    clearInterval(refresh);
    await Promise.all(workers.map((worker) => worker.close(true)));
    if (inOrder) await withdrawLease(redis, { nodeId }).catch(() => undefined);
    for (const client of [redis, subscriber, connection]) client.disconnect();
  };
  return { nodeId, taken, cancelled, stopped, kill: () => end(false), stop: () => end(true) };
}

function cancelledError(nodeId: string): Error {
  return nodeError({ kind: 'cancelled', code: 'unavailable', message: 'told to stop', nodeId });
}
