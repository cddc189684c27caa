import path from 'node:path';
import type { RenderChild, RenderChildOptions } from '@framemill/compositor/child';
import {
  createLogger,
  createMetrics,
  createObjectStore,
  createRedis,
  type Metrics,
  type ObjectStore,
  type Redis,
} from '@framemill/infra';
import { decodeFailure, queueOptions } from '@framemill/scheduler/protocol';
import { Queue, QueueEvents } from 'bullmq';
import { createNode, type FarmNode } from '../../src/node/create-node.ts';
import type { NodeConfig } from '../../src/node/node-config.ts';

export interface TestNode {
  node: FarmNode;
  redis: Redis;
  metrics: Metrics;
  stop(): Promise<void>;
}

export interface Services {
  redisUrl: string;
  folder: string;
  objects: { kind: 'folder'; root: string };
}

/** Starts a node in the test's own process, with the Redis and object store of the test suite. */
export async function startTestNode(
  services: Services,
  startChild: (options: RenderChildOptions) => RenderChild,
  config: Partial<NodeConfig> = {},
): Promise<TestNode> {
  const redis = createRedis(services.redisUrl, 'worker');
  const metrics = createMetrics('farm');
  const node = await createNode({
    redis,
    store: await createObjectStore(services.objects),
    log: createLogger('farm-test', { level: process.env.TEST_LOG ?? 'silent' }),
    metrics,
    startChild,
    config: {
      nodeId: 'n1',
      pool: 'cpu',
      slots: 1,
      childMemoryBytes: 1024 * 1024 * 1024,
      childStuckMs: 60_000,
      mediaCacheBytes: 1024 * 1024 * 1024,
      mediaDir: path.join(services.folder, 'media'),
      scratchDir: path.join(services.folder, 'scratch'),
      htmlFramesDir: path.join(services.folder, 'html'),
      htmlClips: false,
      stopGraceMs: 300,
      storePatience: { awayMs: 45_000, wrongMs: 300 },
      ...config,
    },
  });
  return {
    node,
    redis,
    metrics,
    stop: async () => {
      await node.stop();
      redis.disconnect();
    },
  };
}

/** Producer of one queue. `run` adds a job, resolves with its return value and rejects with its failure message. */
export interface TestQueue {
  queue: Queue;
  run(jobId: string, payload: object, priority?: number, name?: string): Promise<unknown>;
  close(): Promise<void>;
}

export async function openQueue(redisUrl: string, name: string): Promise<TestQueue> {
  const redis = createRedis(redisUrl, 'worker');
  const queue = new Queue(name, { connection: redis, ...queueOptions });
  const events = new QueueEvents(name, { connection: redis, prefix: queueOptions.prefix });
  await events.waitUntilReady();
  return {
    queue,
    run: async (jobId, payload, priority = 1, kind = 'job') => {
      const job = await queue.add(kind, payload, { jobId, priority });
      return job.waitUntilFinished(events, 60_000);
    },
    close: async () => {
      await events.close();
      await queue.close();
      redis.disconnect();
    },
  };
}

/**
 * Stores a command for the test double of the render child as an uploaded file, and returns the object key. The test
 * double executes the command when it probes the file.
 */
export async function storeCommand(store: ObjectStore, command: string): Promise<string> {
  const key = `uploads/${command}`;
  await store.put(key, Buffer.from(command));
  return key;
}

/** Waits for a job that must fail and returns its failure. */
export async function failureOf(run: Promise<unknown>): Promise<ReturnType<typeof decodeFailure>> {
  const error = await run.then(
    () => new Error('it succeeded'),
    (reason: Error) => reason,
  );
  return decodeFailure(error.message);
}
