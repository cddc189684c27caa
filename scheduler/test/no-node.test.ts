import { createRedis, type Redis } from '@framemill/infra';
import { shapeDocument } from '@framemill/testing/documents';
import { nodeLease } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { Queue, QueueEvents, Worker } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKnownDocuments, type FrameInbox, openFrameInbox } from '../src/client/frame-state.ts';
import { type FrameDeps, requestFrame } from '../src/client/request-frame.ts';
import { type NodeLease, previewFrameJob, queueOptions, queuePrefix, workerOptions } from '../src/protocol/index.ts';
import { createGuard } from './gate.ts';

const stack = forSuite(openStack);

describe('a frame that no live node renders', () => {
  const connections: Redis[] = [];
  let queue: Queue;
  let events: QueueEvents;
  let inbox: FrameInbox;
  const connect = (kind: 'producer' | 'worker') => {
    const connection = createRedis(stack.services.redisUrl, kind);
    connections.push(connection);
    return connection;
  };
  beforeAll(async () => {
    queue = new Queue(previewFrameJob.queues.cpu, { ...queueOptions, connection: connect('producer') });
    events = new QueueEvents(queue.name, { prefix: queuePrefix, connection: connect('worker') });
    await Promise.all([queue.waitUntilReady(), events.waitUntilReady()]);
    inbox = openFrameInbox(connect('worker'), stack.log);
  });
  afterAll(async () => {
    for (const connection of connections.slice(1)) connection.disconnect();
    await Promise.all([events.close(), queue.close()]);
    connections[0]?.disconnect();
  });

  /** Requests a frame while `nodes` returns the live nodes. The time limit is longer than that of the test. */
  function ask(nodes: () => Promise<NodeLease[]>) {
    const deps: FrameDeps = {
      ...{ queue, events, inbox, nodes, store: stack.store, known: createKnownDocuments(), noNodeMs: 50 },
      stop: async () => undefined,
      onFaultySource: async () => undefined,
    };
    return requestFrame(deps, {
      ...{ accountId: 'acc_1', document: shapeDocument(2, '#123456'), media: {}, atSec: 1.5 },
      ...{ image: 'jpeg', scale: 0.5, timeoutMs: 900_000 },
    });
  }
  const waiting = () => stack.redis.zcard('{fm}:preview:prioritized');

  it('is unavailable with a remedy when no node is connected, and leaves no job behind', async () => {
    await expect(ask(async () => [])).rejects.toMatchObject({
      code: 'unavailable',
      message:
        'The frame at 1.5 s was not rendered: no render node is connected. Try again later. Operators: start a node ' +
        'with "npm run node", or resume a draining one on the page Farm.',
    });
    expect(await waiting()).toBe(0);
  });

  it('is unavailable when all connected nodes drain', async () => {
    const nodes = async () => [nodeLease({ draining: true }), nodeLease({ nodeId: 'node-2', draining: true })];
    await expect(ask(nodes)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('none of the 2 connected render nodes takes such work'),
    });
    expect(await waiting()).toBe(0);
  });

  /** Starts a worker that renders frames with `render`. */
  function startWorker(render: () => Promise<void>) {
    const connection = connect('worker');
    const run = async () => {
      await render();
      return { width: 640, height: 360, timeSec: 1.5, sizeBytes: 7 };
    };
    return new Worker(queue.name, run, { ...workerOptions, connection });
  }

  it('waits for a node that is busy, and while nothing is known of the nodes', async () => {
    let looks = 0;
    const enough = createGuard();
    const frame = ask(async () => {
      looks += 1;
      if (looks === 3) enough.open();
      if (looks === 1) throw new Error('Redis is away.');
      return [nodeLease()];
    });
    await enough.passed;
    const worker = startWorker(async () => undefined);
    expect(await frame).toMatchObject({ width: 640 });
    await worker.close();
  });

  it('is finished by a draining node that has begun it', async () => {
    let looksSince: number | null = null;
    const enough = createGuard();
    const worker = startWorker(async () => {
      looksSince = 0;
      await enough.passed;
    });
    const frame = ask(async () => {
      if (looksSince === null) return [nodeLease()];
      looksSince += 1;
      if (looksSince === 3) enough.open();
      return [nodeLease({ draining: true })];
    });
    expect(await frame).toMatchObject({ width: 640 });
    await worker.close();
  });
});
