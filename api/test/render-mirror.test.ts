import { setTimeout as wait } from 'node:timers/promises';
import { type RedisServer, redisReady, startRedisServer } from '@framemill/infra';
import { renderRecord, writeMirror } from '@framemill/scheduler';
import { redisKeys } from '@framemill/scheduler/protocol';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from './start-api.ts';

let redis: RedisServer;
const settings = { folder: suiteFolder(), password: 'test', throwaway: true };
beforeAll(async () => {
  redis = await startRedisServer(settings);
});
const api = forSuite(() => startApi({ redisUrl: redis.url }));

/** Creates a render that is almost complete, in its row and in its mirror. */
async function almostComplete() {
  const owner = await api.account();
  const commands = [{ op: 'addTextClip', text: 'One', start: 0, duration: 1 }];
  const { body } = await api.send(owner, 'POST', '/v1/projects', { name: 'Film', commands });
  const { render } = (await api.send(owner, 'POST', '/v1/renders', { projectId: body.project.id })).body;
  const id: string = render.id;
  const change = async (data: object) => {
    const row = await api.deps.database.client.render.update({ where: { id }, data });
    return () => writeMirror(api.deps.redis, row.accountId, renderRecord(row));
  };
  await (await change({ status: 'PROCESSING', stage: 'stitching', progress: 99 }))();
  const poll = async () => (await api.send(owner, 'GET', `/v1/renders/${id}`)).body.render;
  return { key: redisKeys.render(id), change, poll };
}

const completed = { status: 'COMPLETED', stage: 'done', progress: 100, completedAt: new Date() };

describe('a poll shows the end of a render, although its write to Redis', () => {
  it('was lost: the copy before it lives for 1.5 s', async () => {
    const { key, change, poll } = await almostComplete();
    expect(await api.deps.redis.pttl(key)).toBeGreaterThan(0);
    expect(await api.deps.redis.pttl(key)).toBeLessThanOrEqual(1_500);
    await change(completed);
    await expect.poll(poll).toMatchObject({ status: 'COMPLETED', progress: 100 });
  });

  it('was removed, or replaced by the copy before it', async () => {
    const { key, change, poll } = await almostComplete();
    const [copy, leftMs] = [await api.deps.redis.dumpBuffer(key), await api.deps.redis.pttl(key)];
    await (await change(completed))();
    await api.deps.redis.del(key);
    expect((await poll()).status).toBe('COMPLETED');
    await api.deps.redis.restore(key, leftMs, copy, 'REPLACE');
    await expect.poll(poll).toMatchObject({ status: 'COMPLETED' });
  });

  it('was undone by a Redis that starts again from an older copy of its data', async () => {
    const { change, poll } = await almostComplete();
    // The server saves nothing when it stops, so that it starts with the data of now.
    await api.deps.redis.save();
    await (await change(completed))();
    expect((await poll()).status).toBe('COMPLETED');
    await redis.stop();
    redis = await startRedisServer({ ...settings, port: Number(new URL(redis.url).port) });
    await redisReady(api.deps.redis);
    await expect.poll(poll).toMatchObject({ status: 'COMPLETED' });
  });

  it('is executed only when a frozen Redis continues', async () => {
    const { key, change, poll } = await almostComplete();
    const copy = await api.deps.redis.dumpBuffer(key);
    await change(completed);
    await wait(1_600);
    await api.deps.redis.restore(key, 1_500, copy, 'REPLACE');
    expect((await poll()).status).toBe('COMPLETED');
  });

  it('is older than the state of its deliveries', async () => {
    const { change, poll } = await almostComplete();
    const delivery = {
      ...{ output: 0, destinationId: 'dst_1', kind: 's3', attempts: 1, url: null, error: null, nextTryAt: null },
      deliveredAt: null,
    };
    await (await change({ ...completed, deliveries: [{ ...delivery, status: 'SENDING' }] }))();
    await change({ deliveries: [{ ...delivery, status: 'DELIVERED' }] });
    expect((await poll()).deliveries).toMatchObject([{ status: 'DELIVERED' }]);
  });
});

it('a poll shows within 2 s that PostgreSQL has lost the end of a render', async () => {
  const { change, poll } = await almostComplete();
  await (await change(completed))();
  expect((await poll()).status).toBe('COMPLETED');
  await change({ status: 'PROCESSING', stage: 'stitching', progress: 99, completedAt: null });
  await expect.poll(poll, { timeout: 2_000 }).toMatchObject({ status: 'PROCESSING', progress: 99 });
});

it('a poll shows the position in the queue: higher priorities first, then older renders', async () => {
  const [first, second, third] = [await almostComplete(), await almostComplete(), await almostComplete()];
  const at = (second: number) => new Date(Date.UTC(2020, 0, 1, 0, 0, second));
  const pending = { status: 'PENDING', stage: 'planning' };
  for (const [render, priority, createdAt] of [
    [first, 0, at(1)],
    [second, 0, at(2)],
    [third, 1, at(3)],
  ] as const) {
    await render.change({ ...pending, priority, createdAt });
    await api.deps.redis.del(render.key);
  }
  const positions = await Promise.all([first, second, third].map(async ({ poll }) => (await poll()).queuePosition));
  expect(positions).toEqual([2, 3, 1]);
});
