import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { createObjectStore, createRedis, type ObjectStore, type Redis } from '@framemill/infra';
import {
  ingestJobs,
  leaseTtlMs,
  objectKeys,
  orderNode,
  previewFrameJob,
  probeJob,
  publishCancel,
  publishLease,
  readLeases,
  readNodeOrder,
  WRITTEN_VERSION,
  withdrawLease,
  workQueue,
} from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { childrenOf } from '@framemill/testing/processes';
import { testServices } from '@framemill/testing/services';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDouble } from './child-double/start-double.ts';
import { renderRangeJob } from './support/render-range-job.ts';
import {
  failureOf,
  openQueue,
  startTestNode,
  storeCommand,
  type TestNode,
  type TestQueue,
} from './support/test-node.ts';

describe('node', () => {
  const services = forSuite(testServices);
  let store: ObjectStore;
  let redis: Redis;
  let probes: TestQueue;
  const nodes: TestNode[] = [];
  let lastId = 0;

  beforeAll(async () => {
    store = await createObjectStore(services.objects);
    redis = createRedis(services.redisUrl, 'plain');
    probes = await openQueue(services.redisUrl, probeJob.queues.cpu);
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
  });
  afterAll(async () => {
    await probes.close();
    redis.disconnect();
  });

  const join = async (config = {}) => {
    const joined = await startTestNode(services, startDouble, config);
    nodes.push(joined);
    return joined;
  };
  const probe = async (command: string) => {
    lastId += 1;
    const objectKey = await storeCommand(store, command);
    return probes.run(`probe_${lastId}`, { v: WRITTEN_VERSION, mediaId: `m${lastId}`, objectKey });
  };

  it('writes a lease while it lives and takes it away when it leaves', async () => {
    const { node, stop } = await join({ slots: 3 });
    const [lease] = await readLeases(redis);
    expect(lease).toMatchObject({
      nodeId: 'n1',
      slots: 3,
      busy: 0,
      draining: false,
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      engines: { cpu: node.fingerprint },
      running: [],
    });
    expect(await redis.pttl('fm:node:n1')).toBeGreaterThan(4_000);
    await stop();
    expect(await readLeases(redis)).toEqual([]);
  });

  it('is refused while a live node has its id, and leaves that one alone', async () => {
    const before = childrenOf(process.pid).length;
    const { node } = await join();
    // The slot's, and the express slot's.
    await expect.poll(() => childrenOf(process.pid).length).toBe(before + 2);
    const second = startTestNode(services, startDouble);
    await expect(second).rejects.toThrow(
      /^Another running node has the id "n1" \(process \d+ on ".+"\)\. Set NODE_ID to another id, or stop that node\.$/,
    );
    expect((await readLeases(redis)).map(({ instance }) => instance)).toEqual([node.lease().instance]);
    await expect.poll(() => childrenOf(process.pid).length).toBe(before + 2);
    expect(await probe('ok')).toMatchObject({ facts: { kind: 'image' } });
  });

  it('waits for the lease of a node that was killed, and not after one that left', async () => {
    const beganAt = performance.now();
    const { node, stop } = await join();
    const joinMs = performance.now() - beganAt;
    const killed = { ...node.lease(), instance: 'killed' };
    await stop();
    await publishLease(redis, killed);
    const diesAt = performance.now() + leaseTtlMs;
    const restarted = await join();
    expect(performance.now()).toBeGreaterThan(diesAt);
    expect(await probe('ok')).toMatchObject({ facts: { kind: 'image' } });
    await restarted.stop();
    expect(await readLeases(redis)).toEqual([]);
    const leftAt = performance.now();
    await join();
    // A join that waits for a lease takes `leaseTtlMs` more than one that does not.
    expect(performance.now() - leftAt).toBeLessThan(joinMs + leaseTtlMs / 2);
  });

  it('says that it is replaced when its lease expired and another node took its id, and takes no work from it', async () => {
    const { node, stop } = await join();
    const other = { ...node.lease(), instance: 'other' };
    await redis.set('fm:node:n1', JSON.stringify(other), 'PX', 60_000);
    await node.replaced;
    await stop();
    expect(await readLeases(redis)).toEqual([other]);
    await withdrawLease(redis, other);
    expect(await readLeases(redis)).toEqual([]);
  });

  it('does not join when no child can say what it draws', async () => {
    const broken = (options: Parameters<typeof startDouble>[0]) =>
      startDouble({ ...options, env: { PATH: '/nowhere', NODE_OPTIONS: '--bad-option' } });
    await expect(startTestNode(services, broken)).rejects.toThrow(/cannot join the farm: its start-up checks failed/);
    expect(await readLeases(redis)).toEqual([]);
  });

  it('answers a probe with the facts', async () => {
    await join();
    expect(await probe('ok')).toMatchObject({ facts: { kind: 'image' } });
  });

  it('fails a faulty file for good, with the reason, and goes on', async () => {
    await join();
    expect(await failureOf(probe('faulty'))).toMatchObject({
      kind: 'fatal',
      code: 'invalid_request',
      message: 'no video stream in it',
    });
    expect(await probe('ok')).toMatchObject({ facts: { kind: 'image' } });
  });

  it('counts a crashed child as a failure of the job and goes on', async () => {
    await join();
    expect(await failureOf(probe('crash'))).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('code 7'),
    });
    expect(await probe('ok')).toMatchObject({ facts: { kind: 'image' } });
  });

  it('ends a child that takes too much memory', async () => {
    await join({ childMemoryBytes: 300 * 1024 * 1024 });
    expect(await failureOf(probe('hog'))).toMatchObject({ kind: 'failed', code: 'quota_exceeded' });
  });

  it('counts a range that hangs as a failure of the job', async () => {
    const { node } = await join({ childStuckMs: 5_000 });
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const job = { ...(await renderRangeJob(store, node.fingerprint)), renderId: 'r5' };
    expect(await failureOf(frames.run('c_t5_1', job))).toMatchObject({
      kind: 'failed',
      code: 'over_budget',
      message: expect.stringContaining('no progress for 5 s'),
    });
    await frames.close();
  });

  it('hands back what another node may find: the farm wrote it, but it is not in this store', async () => {
    const { node } = await join({ nodeId: 'elsewhere' });
    const order = await renderRangeJob(store, node.fingerprint);
    const [documentKey, manifestKey] = ['renders/r9/document.json', 'renders/r9/manifest.json'];
    const orders = [
      ['frames-cpu', documentKey, { ...order, documentKey }],
      ['audio', documentKey, { ...order, documentKey, contentKey: 'd'.repeat(64) }],
      ['stitch', manifestKey, { ...order, manifestKey, exportKey: 'exports/r9.mp4' }],
    ] as const;
    for (const [kind, key, job] of orders) {
      const queue = await openQueue(services.redisUrl, workQueue(kind, node.fingerprint));
      expect(await failureOf(queue.run(`c_${kind}_9`, { ...job, renderId: 'r9' }))).toMatchObject({
        kind: 'interrupted',
        message: expect.stringContaining('same S3_* or DATA_DIR as the service'),
        missingKeys: [key],
      });
      await queue.close();
    }
  });

  it('names the source that a range hangs on', async () => {
    const { node } = await join({ childStuckMs: 3_000 });
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const job = await renderRangeJob(store, node.fingerprint, ['fine', 'hang']);
    expect(await failureOf(frames.run('c_t5_2', { ...job, renderId: 'r6' }))).toMatchObject({
      kind: 'failed',
      code: 'over_budget',
      message: expect.stringMatching(/^The source of clip "c1" \(picture 1\) makes the .* process fail.*no progress/),
      mediaSha256: createHash('sha256').update('hang').digest('hex'),
    });
    await frames.close();
  });

  it('keeps nothing of a job for which it finds no place to work in', async () => {
    const scratchDir = path.join(services.folder, 'lost-scratch');
    const before = childrenOf(process.pid).length;
    const { node, stop } = await join({ nodeId: 'no-scratch', scratchDir });
    // The slot's: its folder lies there too.
    await expect.poll(() => childrenOf(process.pid).length).toBe(before + 1);
    await rm(scratchDir, { recursive: true });
    const failure = await failureOf(probe('ok'));
    expect(failure).toMatchObject({
      kind: 'failed',
      message: 'An internal error occurred on the node. See the log of the node.',
    });
    expect(failure.message).not.toContain(services.folder);
    expect(node.lease()).toMatchObject({ busy: 0, running: [] });
    await stop();
  });

  it('hands a running job back as interrupted when it leaves', async () => {
    const { node, stop } = await join();
    const failure = failureOf(probe('hang'));
    await expect.poll(() => node.lease().running.length).toBe(1);
    await stop();
    expect(await failure).toMatchObject({ kind: 'interrupted', nodeId: 'n1' });
  });

  it('takes no more jobs while it drains, and says so', async () => {
    const { node } = await join();
    await node.drain();
    expect((await readLeases(redis))[0]?.draining).toBe(true);
    const waiting = probe('ok');
    await expect.poll(() => probes.queue.getJobCountByTypes('prioritized')).toBe(1);
    await join({ nodeId: 'n2' });
    expect(await waiting).toMatchObject({ facts: { kind: 'image' } });
  });

  it('drains and serves again as an operator orders, and keeps the order when it starts again', async () => {
    const { node, stop } = await join({ nodeId: 'ordered' });
    const drainingInList = async () => (await readLeases(redis)).find(({ nodeId }) => nodeId === 'ordered')?.draining;
    await orderNode(redis, 'ordered', 'drain');
    await expect.poll(drainingInList).toBe(true);
    // Redis loses its data: the node still knows.
    await redis.del('fm:node-order:ordered');
    await expect.poll(() => readNodeOrder(redis, 'ordered')).toBe('drain');
    await stop();
    const again = await join({ nodeId: 'ordered' });
    expect(again.node.lease().draining).toBe(true);
    const waiting = probe('ok');
    await expect.poll(() => probes.queue.getJobCountByTypes('prioritized')).toBe(1);
    expect(again.node.lease().running).toEqual([]);
    await orderNode(redis, 'ordered', 'serve');
    expect(await waiting).toMatchObject({ facts: { kind: 'image' } });
    await expect.poll(drainingInList).toBe(false);
    expect(node.nodeId).toBe('ordered');
  });

  it('finishes what it has when it is drained, and takes no job that comes a moment later', async () => {
    const { node } = await join({ nodeId: 'finishing', slots: 2 });
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const job = { ...(await renderRangeJob(store, node.fingerprint)), renderId: 'drained' };
    const failure = failureOf(frames.run('c_drain_1', job));
    await expect.poll(() => node.lease().running.length).toBe(1);
    await orderNode(redis, 'finishing', 'drain');
    await expect.poll(() => node.lease().draining).toBe(true);
    await frames.queue.add('job', job, { jobId: 'c_drain_2', priority: 1 });
    await join({ nodeId: 'other', slots: 1 });
    await expect.poll(async () => (await frames.queue.getJob('c_drain_2'))?.getState()).toBe('active');
    expect(node.lease().running).toMatchObject([{ jobId: 'c_drain_1' }]);
    await publishCancel(redis, job.renderId);
    expect(await failure).toMatchObject({ kind: 'cancelled' });
    await frames.close();
  });

  it('names the source that ends its children, by trying each alone', async () => {
    const { node } = await join();
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const job = await renderRangeJob(store, node.fingerprint, ['fine', 'crash', 'fine too']);
    const failure = await failureOf(frames.run('c_t4_1', { ...job, renderId: 'r4' }));
    expect(failure).toMatchObject({
      kind: 'failed',
      nodeId: 'n1',
      message: expect.stringMatching(/^The source of clip "c1" \(picture 1\) makes the render process fail.*code 7/),
      mediaSha256: createHash('sha256').update('crash').digest('hex'),
    });
    await frames.close();
  });

  it.each(['ingest-picture', 'ingest-sound'] as const)('names the file that ends the child of an %s', async (type) => {
    await join();
    const file = Buffer.from('crash');
    const sha256 = createHash('sha256').update(file).digest('hex');
    const objectKey = `uploads/${sha256}.mp4`;
    await store.put(objectKey, file);
    const part = type === 'ingest-sound' ? 'sound' : 'picture';
    const queue = await openQueue(services.redisUrl, ingestJobs[part].queues.cpu);
    const facts = { kind: 'video', mimeType: 'video/mp4', sha256, sizeBytes: file.length, fps: 30, hasAudio: true };
    const run = queue.run(`ingest_${part}_1`, {
      ...{ v: WRITTEN_VERSION, mediaId: 'm1', accountId: 'a1', part, attempt: 1, objectKey },
      facts: { ...facts, width: 2, height: 2, durationSec: 1 },
    });
    expect(await failureOf(run)).toMatchObject({
      ...{ kind: 'failed', nodeId: 'n1', mediaSha256: sha256 },
      message: expect.stringContaining('code 7'),
    });
    await queue.close();
  });

  it('names the source that ends the child of a preview', async () => {
    await join();
    const previews = await openQueue(services.redisUrl, previewFrameJob.queues.cpu);
    const { documentKey: snapshotKey } = await renderRangeJob(store, 'x', ['fine', 'crash']);
    const snapshot = JSON.parse(await text((await store.get(snapshotKey)).body));
    const sha256 = createHash('sha256').update('crash').digest('hex');
    const preview = async (name: string, media: object) => {
      const documentKey = objectKeys.previewDocument('a1', createHash('sha256').update(name).digest('hex'));
      await store.put(
        documentKey,
        Buffer.from(JSON.stringify({ v: WRITTEN_VERSION, document: snapshot.document, media })),
      );
      const job = {
        requestId: name,
        documentKey,
        atSec: 0.5,
        image: 'jpeg',
        scale: 0.5,
        outKey: `exports/frames/${name}.jpg`,
      };
      return failureOf(previews.run(`frame_${name}`, { v: WRITTEN_VERSION, ...job }));
    };
    expect(await preview('original', snapshot.media)).toMatchObject({
      ...{ kind: 'failed', nodeId: 'n1', mediaSha256: sha256 },
      message: expect.stringMatching(/^The source of clip "c1" \(picture 1\) makes the render process fail.*code 7/),
    });
    await previews.close();
  });

  it('hands a speculative attempt of its own range back, and leaves the next one to others for a while', async () => {
    const { node } = await join();
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const job = { ...(await renderRangeJob(store, node.fingerprint)), renderId: 'r3', avoid: ['n1'] };
    expect(await failureOf(frames.run('c_t3_1', job))).toMatchObject({ kind: 'interrupted', nodeId: 'n1' });
    const next = failureOf(frames.run('c_t3_2', job));
    await setTimeout(1_000);
    expect(['waiting', 'prioritized']).toContain(await (await frames.queue.getJob('c_t3_2'))?.getState());
    expect(await next).toMatchObject({ kind: 'interrupted', nodeId: 'n1' });
    await frames.close();
  });

  it('fails a payload of another protocol for good', async () => {
    await join();
    lastId += 1;
    const run = probes.run(`probe_${lastId}`, { v: 99, mediaId: 'm', objectKey: 'k' });
    expect(await failureOf(run)).toMatchObject({ kind: 'fatal', message: expect.stringMatching(/probe job: \/v/) });
  });
});
