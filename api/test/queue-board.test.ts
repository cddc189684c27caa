import { createRedis } from '@framemill/infra';
import { queueOptions } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { Queue } from 'bullmq';
import { beforeAll, describe, expect, it } from 'vitest';
import { runAdmin } from './admin-run.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);
let admin: { cookie: string; origin: string };
beforeAll(async () => {
  const account = await api.account();
  await runAdmin(api, 'account', 'role', account.accountId, '--role', 'admin');
  admin = await api.signIn(account);
});

const get = (url: string, headers: Record<string, string> = admin) => api.inject({ method: 'GET', url, headers });

describe('the board of the queues', () => {
  it('is shown to admins who are signed in, loading nothing from anywhere else', async () => {
    const page = await get('/admin/queues');
    expect(page.status).toBe(200);
    expect(page.bytes.toString()).toContain('Framemill queues');
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'/);
    expect(page.headers['x-frame-options']).toBe('DENY');
    expect(page.bytes.toString()).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const script = /src="(static\/[^"]+)"/.exec(page.bytes.toString())?.[1];
    expect((await get(`/admin/queues/${script}`)).status).toBe(200);
  });

  it('lists the queues with what waits in them', async () => {
    const redis = createRedis(api.services.redisUrl, 'plain');
    const queue = new Queue('probe', { ...queueOptions, connection: redis });
    await queue.add('probe', { mediaId: 'med_seen' }, { jobId: 'probe_seen' });
    const { body } = await get('/admin/queues/api/queues?activeQueue=probe&status=latest&page=1');
    const found = Object.fromEntries(body.queues.map((row: { name: string }) => [row.name, row]));
    expect(Object.keys(found)).toEqual(expect.arrayContaining(['preview', 'probe', 'ingest-sound', 'ingest-picture']));
    expect(found.probe).toMatchObject({ readOnlyMode: true, counts: { waiting: 1 } });
    expect(found.probe.jobs).toMatchObject([{ id: 'probe_seen', data: { mediaId: 'med_seen' } }]);
    await queue.close();
    redis.disconnect();
  });

  it.each([
    '/admin/queues',
    '/admin/queues/',
    '/admin/queues/queue/probe',
    '/admin/queues/api/queues',
    '/admin/queues/api/redis/stats',
    '/admin/queues/static/css/main.css',
  ])('is closed to people who are not signed in, and for users there is nothing: %s', async (url) => {
    expect((await get(url, {})).status).toBe(401);
    expect((await get(url, { cookie: 'framemill_session=wrong' })).status).toBe(401);
    const user = await api.account();
    const asUser = await get(url, await api.signIn(user));
    expect(asUser.status).toBe(404);
    expect(asUser.body.error.code).toBe('not_found');
    const withKey = await get(url, { authorization: `Bearer ${user.key}` });
    expect(withKey.status).toBe(401);
  });

  it('sends a browser in which nobody is signed in to sign in, and then to the page that it wanted', async () => {
    const accept = 'text/html,application/xhtml+xml';
    for (const url of ['/admin/queues', '/admin/queues/queue/probe?page=2']) {
      const sent = await get(url, { accept });
      const [path] = url.split('?');
      expect([sent.status, sent.headers.location]).toEqual([303, `/oauth/sign-in?next=${path}`]);
    }
    const user = await api.account();
    expect((await get('/admin/queues', { ...(await api.signIn(user)), accept })).status).toBe(404);
  });

  it.each([
    ['PUT', '/admin/queues/api/queues/probe/clean/completed'],
    ['PUT', '/admin/queues/api/queues/pause'],
    ['PUT', '/admin/queues/api/queues/probe/probe_seen/retry'],
    ['PATCH', '/admin/queues/api/queues/probe/probe_seen/update-data'],
    ['PUT', '/admin/queues/api/queues/probe/obliterate'],
    ['POST', '/admin/queues/api/queues/probe/add'],
  ] as const)('changes nothing: %s %s', async (method, url) => {
    const refused = await api.inject({ method, url, headers: admin });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toMatch(/queue board is read-only/);
    const outside = await api.inject({ method, url, headers: { ...admin, origin: 'https://evil.example' } });
    expect(outside.status).toBe(401);
  });

  it('closes as soon as the role is taken away', async () => {
    const account = await api.account();
    await runAdmin(api, 'account', 'role', account.accountId, '--role', 'admin');
    const session = await api.signIn(account);
    expect((await get('/admin/queues', session)).status).toBe(200);
    await runAdmin(api, 'account', 'role', account.accountId, '--role', 'user');
    expect((await get('/admin/queues', session)).status).toBe(404);
    await expect(runAdmin(api, 'account', 'role', 'none', '--role', 'admin')).rejects.toThrow(/no account none/);
    await expect(runAdmin(api, 'account', 'role', account.accountId, '--role', 'king')).rejects.toThrow(/"king"/);
  });
});
