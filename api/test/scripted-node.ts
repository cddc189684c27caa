import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createRedis, type ObjectStore } from '@framemill/infra';
import {
  encodeFailure,
  type PreviewFrameJob,
  parseStopMessage,
  previewFrameJob,
  probeJob,
  redisChannels,
  workerOptions,
} from '@framemill/scheduler/protocol';
import type { MediaFacts } from '@framemill/timeline';
import { UnrecoverableError, Worker } from 'bullmq';

/** Simulated farm node. It answers probes by file extension, and frame requests with fixed bytes. */
export interface ScriptedNode {
  /** Behaviour of frame jobs from now on. A job that hangs ends when it is stopped because its caller has gone. */
  frames: 'answer' | 'fail' | 'hang';
  /** Functions that end the frame jobs that currently hang, by job id. A job that is stopped is removed. */
  readonly hanging: Map<string, () => void>;
  /** Frame jobs received so far, in order. */
  readonly asked: PreviewFrameJob[];
  close(): Promise<void>;
}

/** Bytes of every frame that the simulated node returns. */
export const frameBytes = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

/** Text that marks a file as broken media for the simulated node. */
export const BROKEN_MARK = 'broken-media';

/** Starts a simulated node on the preview and probe queues. The farm's own suites test real nodes. */
export async function startScriptedNode(redisUrl: string, store: ObjectStore): Promise<ScriptedNode> {
  const connection = createRedis(redisUrl, 'worker');
  const subscriber = connection.duplicate();
  await subscriber.subscribe(redisChannels.stop);
  subscriber.on('message', (_channel, text) => {
    const { jobId } = parseStopMessage(text);
    node.hanging.get(jobId)?.();
    node.hanging.delete(jobId);
  });
  const node: ScriptedNode = {
    frames: 'answer',
    asked: [],
    hanging: new Map(),
    async close() {
      await Promise.all([preview.close(), probe.close()]);
      connection.disconnect();
      subscriber.disconnect();
    },
  };
  const preview = new Worker(
    previewFrameJob.queues.cpu,
    async (job) => {
      const asked = previewFrameJob.parse(job.data);
      node.asked.push(asked);
      const { atSec, outKey } = asked;
      if (node.frames === 'hang') {
        await new Promise<void>((stop) => node.hanging.set(job.id ?? '', stop));
        throw failure('failed', 'nobody waits for it');
      }
      if (node.frames === 'fail') throw failure('failed', 'the decoder gave up');
      await store.put(outKey, frameBytes, { contentType: 'image/jpeg' });
      return { width: 960, height: 540, timeSec: [atSec].flat()[0] ?? 0, sizeBytes: frameBytes.length };
    },
    { ...workerOptions, connection, concurrency: 4 },
  );
  const probe = new Worker(
    probeJob.queues.cpu,
    async (job) => {
      const { objectKey } = probeJob.parse(job.data);
      const data = await buffer((await store.get(objectKey)).body);
      if (data.includes(BROKEN_MARK)) throw failure('fatal', 'the file ends in the middle of its index');
      return { facts: factsOf(objectKey, data) };
    },
    { ...workerOptions, connection, concurrency: 4 },
  );
  await Promise.all([preview.waitUntilReady(), probe.waitUntilReady()]);
  return node;
}

function failure(kind: 'failed' | 'fatal', message: string): Error {
  return new UnrecoverableError(encodeFailure({ kind, code: 'invalid_request', message }));
}

/** Kind and media type by file extension. All other extensions are MP4 videos. */
const byEnding: Record<string, [MediaFacts['kind'], string]> = {
  png: ['image', 'image/png'],
  mp3: ['audio', 'audio/mpeg'],
  wav: ['audio', 'audio/wav'],
  csv: ['table', 'text/csv'],
};

function factsOf(objectKey: string, data: Buffer): MediaFacts {
  const [kind, mimeType] = byEnding[objectKey.split('.').at(-1) ?? ''] ?? ['video', 'video/mp4'];
  const sha256 = createHash('sha256').update(data).digest('hex');
  const isSeen = kind === 'video' || kind === 'image';
  const size = !isSeen ? { width: null, height: null } : { width: 640, height: 360 };
  const time = { durationSec: kind === 'image' || kind === 'table' ? null : 10, fps: kind === 'video' ? 30 : null };
  return {
    kind,
    mimeType,
    sha256,
    sizeBytes: data.length,
    ...size,
    ...time,
    hasAudio: kind === 'video' || kind === 'audio',
  };
}
