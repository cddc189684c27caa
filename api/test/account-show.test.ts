import { once } from 'node:events';
import { connect } from 'node:net';
import { createRedis, type Redis } from '@framemill/infra';
import { publishLease, WRITTEN_VERSION } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { publishHeld } from '../src/usage/held-now.ts';
import { runAdmin } from './admin-run.ts';
import { sharedAddress, sharedApi } from './shared-api.ts';
import type { TestAccount } from './start-api.ts';

const api = forSuite(sharedApi);
let redis: Redis;
let busy: TestAccount;
let idle: TestAccount;
beforeAll(async () => {
  redis = createRedis(api.services.redisUrl, 'plain');
  [busy, idle] = [await api.account({ plan: 'studio' }), await api.account({ plan: 'hobby' })];
});
afterAll(async () => {
  redis.disconnect();
});

const run = (...words: string[]) => runAdmin(api, ...words);
const show = (who: string) => run('account', 'show', who);

const nothing = {
  ...{
    renders: 0,
    slots: 0,
    jobsQueued: 0,
    jobsWaiting: 0,
    ingestsWaiting: 0,
    fileBytes: 0,
    bodyBytes: 0,
    heavyCalls: 0,
  },
  ...{ mediaBytes: 0, segmentBytes: 0, slotSecondsLastHour: 0, slotSecondsLastDay: 0 },
};

describe('account show', () => {
  it('tells what an account has of the slots, what waits, what it stores and how long its work took', async () => {
    const { client } = api.deps.database;
    const { accountId } = busy;
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const render = { accountId, projectId: 'prj', format: 'mp4', quality: 'draft', resolution: 'full', profile: {} };
    await client.render.createMany({
      data: [
        { ...render, id: 'rnd_now', status: 'PROCESSING' },
        { ...render, id: 'rnd_then', status: 'COMPLETED', completedAt: ago(7_000) },
        { ...render, id: 'rnd_long_ago', status: 'COMPLETED', completedAt: ago(90_000) },
      ],
    });
    const tries = [
      { id: 'held', renderId: 'rnd_now', status: 'RELEASED', outcome: 'running', from: 30, to: null },
      { id: 'queued', renderId: 'rnd_now', status: 'RELEASED', outcome: 'running', from: 10, to: null },
      { id: 'then', renderId: 'rnd_then', status: 'DONE', outcome: 'done', from: 7_200, to: 7_000 },
      { id: 'long_ago', renderId: 'rnd_long_ago', status: 'DONE', outcome: 'done', from: 95_000, to: 90_000 },
    ];
    for (const { id, renderId, status, outcome, from, to } of tries) {
      await client.task.create({ data: { id, renderId, status, kind: 'frames', frames: 30 } });
      const ends = { startedAt: ago(from), endedAt: to === null ? null : ago(to) };
      await client.attempt.create({ data: { id, taskId: id, number: 1, jobId: `c_${id}_1`, outcome, ...ends } });
    }
    await client.task.create({ data: { id: 'ready', renderId: 'rnd_now', kind: 'frames', frames: 30 } });
    const media = { accountId, name: 'a', sha256: 'a', objectKey: 'uploads/a', sizeBytes: 7_000_000_000n };
    await client.media.create({ data: { id: 'med_show', ...media, ingests: { create: { part: 'picture' } } } });
    await client.artifact.create({ data: { accountId, contentKey: 'c', sha256: 'd', sizeBytes: 30n, frames: 1 } });
    await publishLease(redis, {
      ...{ nodeId: 'node', host: 'test', pid: 1, slots: 4, busy: 1, engines: { cpu: '0'.repeat(64) } },
      ...{ protocolVersion: WRITTEN_VERSION, version: '0', memoryBytes: 0, codecs: [], draining: false },
      running: [{ jobId: 'c_held_1', framesDone: 3 }],
    });

    const found = await show(accountId);
    expect(found).toMatchObject({
      ...{ id: accountId, plan: 'studio', status: 'active', renders: 1, rendersLimit: 5 },
      ...{ slots: 1, slotsOfFarm: 4, jobsQueued: 1, jobsWaiting: 1, ingestsWaiting: 1 },
      ...{ mediaBytes: 7_000_000_000, mediaBytesLimit: 200_000_000_000, segmentBytes: 30 },
    });
    // 30 + 10 s until now, and 200 s of which none is in the last hour.
    expect(found.slotSecondsLastHour).toBeGreaterThanOrEqual(40);
    expect(found.slotSecondsLastHour).toBeLessThan(100);
    expect(found.slotSecondsLastDay - found.slotSecondsLastHour).toBeCloseTo(200, 0);
    expect(await show(idle.accountId)).toMatchObject({ ...nothing, rendersLimit: 1 });
  });

  it('tells the bytes of uploads that are under way in an API process, and forgets them with the process', async () => {
    const port = Number(new URL(await sharedAddress(api)).port);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    const head = [
      ...['POST /v1/media/uploads HTTP/1.1', 'host: api', `authorization: Bearer ${busy.key}`],
      ...['content-type: multipart/form-data; boundary=b', 'content-length: 20000000'],
    ];
    const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="x.mp4"\r\n\r\n';
    socket.write(`${head.join('\r\n')}\r\n\r\n${form}`);
    socket.write(Buffer.alloc(3 * 1_048_576));
    await vi.waitFor(async () => expect((await show(busy.accountId)).fileBytes).toBeGreaterThanOrEqual(2 * 1_048_576), {
      timeout: 100_000,
      interval: 200,
    });
    expect((await show(idle.accountId)).fileBytes).toBe(0);
    socket.destroy();
    await vi.waitFor(async () => expect((await show(busy.accountId)).fileBytes).toBe(0), {
      timeout: 100_000,
      interval: 200,
    });
    // One that ended without a word.
    await redis.sadd('fm:api-held', 'dead');
    await show(busy.accountId);
    expect(await redis.smembers('fm:api-held')).not.toContain('dead');
  });

  it('tells the heavy calls of an account, which the process of the API counts', async () => {
    const none = () => new Map<string, number>();
    const calls = new Map([[busy.accountId, 2]]);
    const held = { fileBytes: none, bodyBytes: none, heavyCalls: () => calls };
    const published = publishHeld({ redis, log: api.deps.log }, held);
    const shows = (count: number) =>
      vi.waitFor(async () => expect((await show(busy.accountId)).heavyCalls).toBe(count), {
        timeout: 100_000,
        interval: 100,
      });
    await shows(2);
    expect((await show(idle.accountId)).heavyCalls).toBe(0);
    calls.clear();
    await shows(0);
    published.close();
  });

  it('tells the calls of an account that are in threads', { tags: 'full' }, async () => {
    const { body } = await api.send(busy, 'POST', '/v1/projects', { name: 'Film' });
    const commands = [{ op: 'runScript', source: 'for (;;) {}', timeoutMs: 5_000 }];
    const call = api.send(busy, 'POST', `/v1/projects/${body.project.id}/validate`, { commands });
    await vi.waitFor(async () => expect((await show(busy.accountId)).heavyCalls).toBe(1), {
      timeout: 100_000,
      interval: 100,
    });
    expect((await show(idle.accountId)).heavyCalls).toBe(0);
    expect((await call).body).toMatchObject({ valid: false });
  });

  it('finds an account by its address, and says where to look for one that is not there', async () => {
    const { email } = await api.deps.database.client.account.findUniqueOrThrow({ where: { id: idle.accountId } });
    expect((await show(email.toUpperCase())).id).toBe(idle.accountId);
    await expect(show('nobody@example.org')).rejects.toMatchObject({
      message: 'There is no account nobody@example.org. See "account list".',
    });
  });
});

describe('account limits', () => {
  it('gives an account limits of its own, and takes them back', async () => {
    const { accountId, key } = await api.account({ plan: 'studio' });
    const words = ['--concurrent', '50', '--exports', 'none', '--upload-mb', '4096', '--credits', '9000'];
    expect(await run('account', 'limits', accountId, ...words)).toMatchObject({
      own: { concurrentRenders: 50, exportsPerMonth: null, maxUploadMb: 4096, creditsPerMonth: 9000 },
      limits: { concurrentRenders: 50, maxProjects: 1000 },
    });
    expect(await run('account', 'show', accountId)).toMatchObject({
      plan: 'studio',
      limits: { concurrentRenders: 50, exportsPerMonth: null, maxUploadMb: 4096, storageGb: 200 },
      ownLimits: { concurrentRenders: 50, exportsPerMonth: null },
      rendersLimit: 50,
    });
    const headers = { authorization: `Bearer ${key}` };
    const { account } = (await api.inject({ method: 'GET', url: '/v1/me', headers })).body;
    expect(account).toMatchObject({
      exports: { limit: null },
      credits: { remaining: 9000, perMonth: 9000 },
      limits: { maxConcurrentRenders: 50, maxUploadMb: 4096, maxProjects: 1000 },
    });
    expect(await run('account', 'limits', accountId, '--exports', 'plan', '--upload-mb', 'plan')).toMatchObject({
      own: { concurrentRenders: 50, creditsPerMonth: 9000 },
      limits: { exportsPerMonth: 1000, maxUploadMb: 512 },
    });
    await run('account', 'limits', accountId, '--concurrent', 'plan', '--credits', 'plan');
    const row = await api.deps.database.client.account.findUniqueOrThrow({ where: { id: accountId } });
    expect(row.limits).toBeNull();
    const refused = (...bad: string[]) => expect(run('account', 'limits', accountId, ...bad)).rejects;
    await refused('--concurrent', 'many').toThrow('whole number from 1 to 1000000 or none or plan (got "many")');
    await refused('--upload-mb', 'none').toThrow('whole number from 1 to 1000000 or plan (got "none")');
    await refused('--exports', '').toThrow('(got "")');
    await expect(run('account', 'limits', 'acc_none', '--exports', '1')).rejects.toThrow('no account acc_none');
  });
});
