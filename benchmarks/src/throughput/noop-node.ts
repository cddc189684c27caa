// A farm node without work: every job is completed at once, or a range after NOOP_MS_PER_RANGE, and nothing is stored.
// The remaining time is the scheduler's. NOOP_FINGERPRINT is the engine of the node.
import { setTimeout as wait } from 'node:timers/promises';
import { createLogger, createRedis, loadConfig, onShutdown, redisReady, requireRedisUrl } from '@framemill/infra';
import {
  type NodeLease,
  OLDEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION,
  publishLease,
  renderRangeJob,
  withdrawLease,
  workerOptions,
  workQueue,
} from '@framemill/scheduler/protocol';
import { Worker } from 'bullmq';

const fingerprint = process.env.NOOP_FINGERPRINT ?? 'a0'.repeat(32);
const msPerRange = Number(process.env.NOOP_MS_PER_RANGE ?? 0);
const config = loadConfig(process.env);
const nodeId = config.node.id ?? 'noop';
const slots = Number(process.argv.at(-1));
const log = createLogger('noop', config.log);
const redis = createRedis(requireRedisUrl(config), 'worker');
await redisReady(redis);
const running = new Set<string>();

const listen = (queue: string, concurrency: number, answer: (data: unknown) => Promise<object>) => {
  const worker = new Worker(
    queue,
    async (job) => {
      running.add(job.id ?? '');
      try {
        return await answer(job.data);
      } finally {
        running.delete(job.id ?? '');
      }
    },
    { ...workerOptions, connection: redis, concurrency },
  );
  worker.on('error', (error) => log.warn({ err: error }, 'worker'));
  return worker;
};
const workers = [
  listen(workQueue('frames-cpu', fingerprint), slots, async (data) => {
    const { segments } = renderRangeJob.parse(data);
    if (msPerRange > 0) await wait(msPerRange);
    return {
      segments: segments.map(({ index, contentKey, startFrame, endFrame }) => {
        return { index, contentKey, sha256: contentKey, sizeBytes: 1, frames: endFrame - startFrame };
      }),
      ...{ nodeId, fetchMs: 0, renderMs: msPerRange, uploadMs: 0 },
    };
  }),
  listen(workQueue('stitch', fingerprint), 1, async () => {
    return { sizeBytes: 1, durationSec: 1, sha256: fingerprint, nodeId };
  }),
];

const lease = (): NodeLease => ({
  ...{ nodeId, host: 'noop', pid: process.pid, slots, busy: running.size, engines: { cpu: fingerprint } },
  ...{ protocolVersion: PROTOCOL_VERSION, oldestProtocolVersion: OLDEST_PROTOCOL_VERSION },
  ...{ version: '0.0.0', memoryBytes: 0, codecs: [], draining: false },
  running: [...running].map((jobId) => ({ jobId, framesDone: 0 })),
});
await publishLease(redis, lease());
const beat = setInterval(() => void publishLease(redis, lease()), 1_000);
log.info({ slots }, 'ready');
onShutdown(
  log,
  async () => {
    clearInterval(beat);
    await Promise.all(workers.map((worker) => worker.close()));
    await withdrawLease(redis, { nodeId });
    redis.disconnect();
  },
  { timeoutMs: config.shutdownTimeoutMs },
);
