import { createHash } from 'node:crypto';
import { createObjectStore, createRedis, type ObjectStore, type Redis } from '@framemill/infra';
import { objectKeys, publishCancel, publishStop, redisKeys, workQueue } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { childrenOf } from '@framemill/testing/processes';
import { testServices } from '@framemill/testing/services';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDouble } from './child-double/start-double.ts';
import { renderRangeJob } from './support/render-range-job.ts';
import { failureOf, openQueue, startTestNode, type TestNode } from './support/test-node.ts';

describe('the jobs of a node', () => {
  const services = forSuite(testServices);
  let store: ObjectStore;
  let redis: Redis;
  const nodes: TestNode[] = [];

  beforeAll(async () => {
    store = await createObjectStore(services.objects);
    redis = createRedis(services.redisUrl, 'plain');
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
  });
  afterAll(async () => {
    redis.disconnect();
  });

  const join = async (config = {}) => {
    const joined = await startTestNode(services, startDouble, config);
    nodes.push(joined);
    return joined;
  };

  it('reports frames done in its lease, and ends the child within a second of a cancellation', async () => {
    const { node } = await join();
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const job = await renderRangeJob(store, node.fingerprint);
    const failure = failureOf(frames.run('c_t1_1', job));
    await expect.poll(() => node.lease()).toMatchObject({ busy: 1, running: [{ jobId: 'c_t1_1', framesDone: 3 }] });
    const pids = childrenOf(process.pid);
    const cancelledAt = performance.now();
    await publishCancel(redis, job.renderId);
    expect(await failure).toMatchObject({ kind: 'cancelled' });
    expect(performance.now() - cancelledAt).toBeLessThan(1_000);
    // One child is gone, the others are left alone.
    expect(pids.filter((pid) => !childrenOf(process.pid).includes(pid))).toHaveLength(1);
    expect(await failureOf(frames.run('c_t1_2', job))).toMatchObject({ kind: 'cancelled' });
    await frames.close();
  });

  it('ends the jobs of a cancelled render although the message was lost', async () => {
    const { node } = await join();
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const job = { ...(await renderRangeJob(store, node.fingerprint)), renderId: 'lost-message' };
    const failure = failureOf(frames.run('c_lost_1', job));
    await expect.poll(() => node.lease().running).toEqual([{ jobId: 'c_lost_1', framesDone: 3 }]);
    await redis.set(redisKeys.cancelled('lost-message'), '1', 'EX', 60);
    expect(await failure).toMatchObject({ kind: 'cancelled' });
    await frames.close();
  });

  it('ends one job whose work is done elsewhere, and never begins it when told so before', async () => {
    const { node } = await join();
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const job = { ...(await renderRangeJob(store, node.fingerprint)), renderId: 'r2' };
    const failure = failureOf(frames.run('c_t2_1', job));
    await expect.poll(() => node.lease().running).toEqual([{ jobId: 'c_t2_1', framesDone: 3 }]);
    await publishStop(redis, 'c_t2_1');
    expect(await failure).toMatchObject({ kind: 'cancelled', message: 'Another attempt completed the work.' });
    await publishStop(redis, 'c_t2_2');
    expect(await failureOf(frames.run('c_t2_2', job))).toMatchObject({ kind: 'cancelled' });
    await frames.close();
  });

  it('stores what a range that is stopped for others has done, and says what', async () => {
    const { node } = await join();
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const job = { ...(await renderRangeJob(store, node.fingerprint)), renderId: 'r80' };
    const [first] = job.segments;
    const second = { index: 1, startFrame: 30, endFrame: 60, contentKey: 'e'.repeat(64) };
    const failure = failureOf(frames.run('c_t80_1', { ...job, segments: [...job.segments, second] }));
    await expect.poll(() => node.lease().running).toEqual([{ jobId: 'c_t80_1', framesDone: 3 }]);
    await publishStop(redis, 'c_t80_1', 'for-others');
    const sha256 = createHash('sha256').update('done').digest('hex');
    const contentKey = first?.contentKey ?? '';
    expect(await failure).toMatchObject({
      kind: 'interrupted',
      message: 'The frame range was stopped to free its slot for other accounts.',
      segments: [{ index: 0, contentKey, sha256, sizeBytes: 4, frames: 30 }],
    });
    expect((await store.head(objectKeys.segment(job.accountId, contentKey, sha256)))?.sizeBytes).toBe(4);
    await frames.close();
  });

  it('says of a job that no child has begun that it waits', async () => {
    const { node } = await join({ slots: 1 });
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const mixes = await openQueue(services.redisUrl, workQueue('audio', node.fingerprint));
    const { segments, ...job } = await renderRangeJob(store, node.fingerprint);
    const range = failureOf(frames.run('c_t81_1', { ...job, segments, renderId: 'r81' }));
    await expect.poll(() => node.lease().running).toEqual([{ jobId: 'c_t81_1', framesDone: 3 }]);
    const mix = failureOf(mixes.run('c_t82_1', { ...job, renderId: 'r82', contentKey: 'e'.repeat(64) }));
    await expect.poll(() => node.lease().running).toContainEqual({ jobId: 'c_t82_1', framesDone: 0, waiting: true });
    for (const renderId of ['r81', 'r82']) await publishCancel(redis, renderId);
    await Promise.all([range, mix]);
    await Promise.all([frames.close(), mixes.close()]);
  });

  it('runs one job of whatever kind in its express slot, beside slots that are all taken', async () => {
    const { node } = await join({ slots: 1 });
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const express = await openQueue(services.redisUrl, workQueue('express', node.fingerprint));
    const { segments, ...job } = await renderRangeJob(store, node.fingerprint);
    const range = failureOf(frames.run('c_t87_1', { ...job, segments, renderId: 'r87' }));
    await expect.poll(() => node.lease().running).toEqual([{ jobId: 'c_t87_1', framesDone: 3 }]);
    const other = failureOf(express.run('c_t88_1', { ...job, segments, renderId: 'r88' }, 1, 'frames'));
    await expect.poll(() => node.lease().running).toContainEqual({ jobId: 'c_t88_1', framesDone: 3 });
    expect(node.lease().busy).toBe(1);
    const mix = { ...job, renderId: 'r89', contentKey: 'e'.repeat(64) };
    const next = failureOf(express.run('c_t89_1', mix, 1, 'audio'));
    await publishCancel(redis, 'r88');
    expect(await other).toMatchObject({ kind: 'cancelled' });
    expect(await next).toMatchObject({ kind: 'failed' });
    expect(await failureOf(express.run('c_t90_1', mix, 1, 'cooking'))).toMatchObject({
      message: expect.stringContaining('Jobs of the kind "cooking" are not allowed in the express queue.'),
    });
    await publishCancel(redis, 'r87');
    await range;
    await Promise.all([frames.close(), express.close()]);
  });

  it('takes a range into a slot that another kind of work has left, beside one that does not end', async () => {
    const { node, metrics } = await join({ slots: 2 });
    const frames = await openQueue(services.redisUrl, workQueue('frames-cpu', node.fingerprint));
    const mixes = await openQueue(services.redisUrl, workQueue('audio', node.fingerprint));
    const { segments, ...job } = await renderRangeJob(store, node.fingerprint);
    const run = (jobId: string) => failureOf(frames.run(jobId, { ...job, segments, renderId: jobId }));
    const held = () => node.lease().running.map(({ jobId, waiting }) => (waiting ? `${jobId} waits` : jobId));
    const ranges = [run('c_t83_1'), run('c_t84_1')];
    await expect.poll(held).toEqual(['c_t83_1', 'c_t84_1']);
    const mix = mixes.run('c_t85_1', { ...job, renderId: 'r85', contentKey: 'e'.repeat(64) });
    await expect.poll(held).toContain('c_t85_1 waits');
    await publishStop(redis, 'c_t83_1', 'for-others');
    await mix.catch(() => undefined);
    ranges.push(run('c_t86_1'));
    await expect.poll(held).toEqual(['c_t84_1', 'c_t86_1']);
    // The worker watchdog would have found it too, but only at its second look.
    const { values } = await metrics.workersRecreated.get();
    expect(values.every(({ value }) => value === 0)).toBe(true);
    for (const renderId of ['c_t84_1', 'c_t86_1']) await publishCancel(redis, renderId);
    await Promise.all(ranges);
    await Promise.all([frames.close(), mixes.close()]);
  });
});
