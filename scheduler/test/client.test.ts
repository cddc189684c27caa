import { createHash, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createRedis } from '@framemill/infra';
import { shapeDocument } from '@framemill/testing/documents';
import { nodeError } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { Worker } from 'bullmq';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listQuarantine, releaseQuarantine, requireNoQuarantine } from '../src/index.ts';
import { reconcileLateProbes } from '../src/leader/jobs/media.ts';
import { previewFrameJob, probeJob, workerOptions } from '../src/protocol/index.ts';
import { createGuard } from './gate.ts';
import { openLeader } from './open-leader.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const facts = {
  kind: 'image',
  sha256: 'a'.repeat(64),
  mimeType: 'image/png',
  sizeBytes: 10,
  width: 2,
  height: 2,
  durationSec: null,
  fps: null,
  hasAudio: false,
};

describe('a single frame', () => {
  const request = (timeoutMs: number, atSec: number | number[] = 1.5, inline = false) =>
    stack.client.requestFrame({
      inline,
      accountId: 'acc_1',
      document: shapeDocument(2, '#123456'),
      media: {},
      atSec,
      image: 'jpeg',
      scale: 0.5,
      timeoutMs,
    });

  it('comes from a node, under a name that cannot be guessed', async () => {
    await stack.startNode();
    const frame = await request(5_000);
    expect(frame).toMatchObject({ width: 640, height: 360, timeSec: 1.5 });
    expect(frame.objectKey).toMatch(/^exports\/frames\/[0-9a-f]{48}\.jpg$/);
    expect(await text((await stack.store.get(frame.objectKey)).body)).toBe('picture at 1.5');
  });

  it('comes with the answer where that is enough, and then lies nowhere', async () => {
    await stack.startNode({ pictures: 'sent' });
    const frame = await request(5_000, 2.5, true);
    expect(frame).toMatchObject({ width: 640, height: 360, timeSec: 2.5 });
    expect(frame.data?.toString()).toBe('picture at 2.5');
    expect(await stack.store.head(frame.objectKey)).toBeNull();
    const kept = await request(5_000, 3);
    expect(kept.data).toBeNull();
    expect(await text((await stack.store.get(kept.objectKey)).body)).toBe('picture at 3');
  });

  it('lies in the store when its node knows no other way', async () => {
    await stack.startNode();
    const frame = await request(5_000, 1.5, true);
    expect(frame.data).toBeNull();
    expect(await text((await stack.store.get(frame.objectKey)).body)).toBe('picture at 1.5');
  });

  it('that is lost on its way is made again, by the store', async () => {
    await stack.startNode({ pictures: 'lost' });
    const frame = await request(10_000, 1.5, true);
    expect(frame.data).toBeNull();
    expect(await text((await stack.store.get(frame.objectKey)).body)).toBe('picture at 1.5');
  });

  it('finds its document again after somebody removed it', async () => {
    await stack.startNode();
    await request(5_000);
    const documents = await Array.fromAsync(stack.store.list('previews/acc_1/'));
    await Promise.all(documents.map(({ key }) => stack.store.delete(key)));
    await stack.quiet();
    // The job goes, and with it what the client believed.
    await expect(request(200)).rejects.toMatchObject({ code: 'unavailable' });
    await stack.startNode();
    await request(5_000);
    expect(await Array.fromAsync(stack.store.list('previews/acc_1/'))).toHaveLength(1);
  });

  it('may be a contact sheet of several times', async () => {
    await stack.startNode();
    const sheet = await request(5_000, [0.5, 1, 1.5]);
    expect(sheet.timeSec).toBe(0.5);
    expect(await text((await stack.store.get(sheet.objectKey)).body)).toBe('picture at 0.5,1,1.5');
    await stack.quiet();
    await expect(request(200, [0.5, 1])).rejects.toThrow('The contact sheet of 0.5, 1 s was not rendered');
  });

  it('is unavailable when no node takes it in time, and leaves no job behind', async () => {
    await expect(request(200)).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The frame at 1.5 s was not rendered: no node was free within 1 s. Try again.',
    });
    expect(await stack.redis.zcard('{fm}:preview:prioritized')).toBe(0);
  });

  it('that ends its process on a source counts against the file: twice on the only node is quarantine', async () => {
    const mediaSha256 = 'd'.repeat(64);
    const connection = createRedis(stack.services.redisUrl, 'worker');
    const message = 'The source of clip "c0" (picture 0) makes the render process fail.';
    const crash = { kind: 'failed', code: 'internal_error', message, nodeId: 'n1', mediaSha256 } as const;
    const failures = [{ ...crash, kind: 'interrupted' as const }, crash, crash];
    const node = new Worker(
      previewFrameJob.queues.cpu,
      async () => {
        throw nodeError(failures.shift() ?? crash);
      },
      { ...workerOptions, connection },
    );
    const inQuarantine = async () => (await listQuarantine(stack, 'acc_1')).map((file) => file.mediaSha256);
    try {
      for (const expected of [[], [], [mediaSha256]]) {
        await expect(request(5_000)).rejects.toMatchObject({ code: 'provider_error' });
        expect(await inQuarantine()).toEqual(expected);
      }
    } finally {
      await node.close();
      connection.disconnect();
    }
  });

  it('is a provider error when the node that took it does not answer in time', async () => {
    const taken = createGuard();
    const connection = createRedis(stack.services.redisUrl, 'worker');
    const silent = new Worker(previewFrameJob.queues.cpu, () => taken.passed, { ...workerOptions, connection });
    try {
      await silent.waitUntilReady();
      await expect(request(1_000)).rejects.toMatchObject({ code: 'provider_error' });
    } finally {
      taken.open();
      await silent.close();
      connection.disconnect();
    }
  });
});

describe('a probe', () => {
  const media = async (data: object = {}) => {
    const id = `med_${randomUUID()}`;
    const accountId = await stack.account();
    const sha256 = createHash('sha256').update(id).digest('hex');
    const file = { name: 'a.png', sizeBytes: 10n, sha256, objectKey: `uploads/${id}.png` };
    await stack.database.client.media.create({ data: { id, accountId, ...file, ...data } });
    return { mediaId: id, objectKey: file.objectKey, sha256, sizeBytes: 10 };
  };

  it('answers with the facts', async () => {
    await stack.startNode({ onProbe: async () => facts });
    expect(await stack.client.requestProbe({ ...(await media()), timeoutMs: 200_000 })).toEqual(facts);
  });

  /**
   * Requests a probe and stops waiting for its result after a node has begun it. The probe continues when the barrier
   * `slow` is opened.
   */
  async function askTooLate() {
    const slow = createGuard();
    await stack.startNode({
      onProbe: async () => {
        await slow.passed;
        return facts;
      },
    });
    const late = await media({ createdAt: new Date(Date.now() - 60_000) });
    expect(await stack.client.requestProbe({ ...late, timeoutMs: 100 })).toBeNull();
    return { slow, late };
  }

  it('is refused with the reason when the file is no media', async () => {
    await stack.startNode({
      onProbe: async () => {
        throw nodeError({ kind: 'fatal', code: 'invalid_request', message: 'this is a text file' });
      },
    });
    await expect(stack.client.requestProbe({ ...(await media()), timeoutMs: 200_000 })).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'this is a text file',
    });
  });

  it('that takes too long is still processing, and the scheduler completes the record later', async () => {
    await stack.startScheduler();
    const { slow, late } = await askTooLate();
    slow.open();
    await vi.waitFor(
      async () => {
        const row = await stack.database.client.media.findUniqueOrThrow({ where: { id: late.mediaId } });
        expect(row).toMatchObject({ status: 'READY', kind: 'image', width: 2, facts });
      },
      { timeout: 100_000 },
    );
  });

  it('that ends while the scheduler looks at it keeps its answer', async () => {
    const { slow, late } = await askTooLate();
    const where = { id: 1 };
    const { epoch } = await stack.database.client.leader.upsert({ where, create: { id: 1, epoch: 1 }, update: {} });
    const leader = openLeader(stack, epoch);
    const queue = leader.queues.queue(probeJob.queues.cpu);
    const ended = async (jobId: string) => {
      slow.open();
      await vi.waitFor(async () => expect(await queue.getJobState(jobId)).toBe('completed'), { timeout: 100_000 });
    };
    const getJob = queue.getJob.bind(queue);
    vi.spyOn(queue, 'getJob').mockImplementation(async (jobId) => {
      const job = await getJob(jobId);
      await ended(jobId);
      return job;
    });
    await reconcileLateProbes(leader, Date.now());
    await ended(probeJob.id(late));
    await reconcileLateProbes(leader, Date.now());
    const row = await stack.database.client.media.findUniqueOrThrow({ where: { id: late.mediaId } });
    expect(row).toMatchObject({ status: 'READY', facts });
    await leader.close();
  });

  it('that ends its process twice on the only node leaves a FAILED record and its file in quarantine', async () => {
    const { sha256, mediaId: id, ...file } = await media({ createdAt: new Date(Date.now() - 60_000) });
    const { accountId } = await stack.database.client.media.findUniqueOrThrow({ where: { id } });
    let probes = 0;
    await stack.startNode({
      nodeId: 'n1',
      onProbe: async () => {
        probes += 1;
        const message = 'The render process ended (crash, signal SIGABRT).';
        throw nodeError({ kind: 'failed', code: 'internal_error', message, nodeId: 'n1' });
      },
    });
    await stack.startScheduler();
    const reached = (status: string) =>
      vi.waitFor(
        async () => {
          const row = await stack.database.client.media.findUniqueOrThrow({ where: { id } });
          expect(row.status).toBe(status);
          return row;
        },
        { timeout: 100_000 },
      );
    const { error } = await reached('FAILED');
    expect(error).toMatch(/^The media "a.png" is in quarantine.*signal SIGABRT\)\.\)\. Upload another file\.$/);
    expect(probes).toBe(2);
    expect(await listQuarantine(stack, accountId)).toMatchObject([
      { mediaSha256: sha256, failures: 2, renderId: null },
    ]);
    await expect(requireNoQuarantine(stack, { accountId, sha256, name: 'b.png' })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('The media "b.png" is in quarantine'),
    });

    await stack.quiet();
    await stack.startNode({ onProbe: async () => facts });
    await stack.startScheduler();
    expect(await releaseQuarantine(stack, { accountId, mediaSha256: sha256 })).toBe(true);
    expect(await reached('READY')).toMatchObject({ error: null, objectKey: file.objectKey });
  });

  it('is asked again when its job was lost', async () => {
    const lost = await media({ createdAt: new Date(Date.now() - 60_000) });
    await stack.startNode({ onProbe: async () => facts });
    await stack.startScheduler();
    await vi.waitFor(
      async () => {
        const row = await stack.database.client.media.findUniqueOrThrow({ where: { id: lost.mediaId } });
        expect(row.status).toBe('READY');
      },
      { timeout: 100_000 },
    );
  });
});
