import { createRedis } from '@framemill/infra';
import { recordEvent } from '@framemill/scheduler';
import { queuePrefix } from '@framemill/scheduler/protocol';
import { Queue } from 'bullmq';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { webhookEventNames } from '../src/webhooks/event-types.ts';
import { webhookQueue } from '../src/webhooks/start-webhooks.ts';
import { startApi, type TestAccount, type TestApi } from './start-api.ts';
import { type Receiver, type ReceiverAnswer, startReceiver } from './webhook-receiver.ts';

const TIMEOUT_MS = 2_000;

let api: TestApi;
const receivers: Receiver[] = [];
beforeAll(async () => {
  // Three short waits instead of days; the real schedule has a test of its own.
  api = await startApi({ webhooks: { delaysMs: [20, 20, 20], timeoutMs: TIMEOUT_MS, concurrency: 8 } });
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(() => api.close());

async function receiverOf(say?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(say);
  receivers.push(receiver);
  return receiver;
}

interface Owner {
  account: TestAccount;
  call(method: string, path: string, body?: unknown): ReturnType<TestApi['send']>;
}

async function newOwner(): Promise<Owner> {
  const account = await api.account();
  const login = await api.signIn(account);
  return {
    account,
    call: (method, path, body) => api.send(null, method, `/api/developer/webhooks${path}`, body, login),
  };
}

async function register(owner: Owner, url: string, more: object = {}) {
  const { status, body } = await owner.call('POST', '', { url, ...more });
  expect(status).toBe(201);
  const { endpoint, secret } = body;
  return { id: String(endpoint.id), secret: String(secret) };
}

/** Writes an event as the transaction of the change does. */
async function happen(account: TestAccount, type: string, payload: Record<string, string | number>): Promise<void> {
  const { accountId } = account;
  const event = { type, accountId, payload, ...(type.startsWith('app.') ? { appId: account.appId } : {}) };
  await api.deps.database.client.$transaction((tx) => recordEvent(tx, event));
}

/** The log of an endpoint as the console shows it, once `count` of its deliveries have ended. */
async function settled(owner: Owner, endpointId: string, count = 1) {
  const where = { endpointId, status: { not: 'PENDING' } };
  await expect.poll(() => api.deps.database.client.webhookDelivery.count({ where }), { timeout: 50_000 }).toBe(count);
  return (await owner.call('GET', `/${endpointId}/deliveries`)).body.deliveries;
}

describe('an event', () => {
  it('reaches an endpoint signed, so that Standard Webhooks verifies it, with the record that it is about', async () => {
    const [owner, receiver] = [await newOwner(), await receiverOf()];
    const { secret, id } = await register(owner, `${receiver.url}/hooks?a=1`);
    await happen(owner.account, 'render.completed', { id: 'rnd_1', status: 'COMPLETED', url: '/exports/x.mp4' });
    const [got] = await receiver.until(1);
    if (!got) throw new Error('Nothing came.');
    expect(got.path).toBe('/hooks?a=1');
    expect(got.headers['content-type']).toBe('application/json');
    const event = Object(new Webhook(secret).verify(got.body, got.headers));
    expect(event).toMatchObject({
      id: got.headers['webhook-id'],
      type: 'render.completed',
      data: { render: { id: 'rnd_1', status: 'COMPLETED', url: '/exports/x.mp4' } },
    });
    expect(new Date(event.createdAt).toISOString()).toBe(event.createdAt);
    expect(() => new Webhook(secret).verify(`${got.body} `, got.headers)).toThrow();
    expect(() => new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(got.body, got.headers)).toThrow();
    const old = { ...got.headers, 'webhook-timestamp': String(Number(got.headers['webhook-timestamp']) - 3_600) };
    expect(() => new Webhook(secret).verify(got.body, old)).toThrow();
    const [delivery] = await settled(owner, id);
    expect(delivery).toMatchObject({ status: 'DELIVERED', eventId: event.id, nextTryAt: null });
  }, 30_000);

  it('goes to the endpoints of its account that want it, and once to each', async () => {
    const [owner, stranger, receiver] = [await newOwner(), await newOwner(), await receiverOf()];
    await register(owner, `${receiver.url}/all`);
    await register(owner, `${receiver.url}/failed`, { events: ['render.failed', 'render.failed'] });
    await register(owner, `${receiver.url}/credits`, { events: ['credits.low'] });
    const paused = await register(owner, `${receiver.url}/paused`);
    await owner.call('PATCH', `/${paused.id}`, { enabled: false });
    await register(stranger, `${receiver.url}/stranger`);
    await happen(owner.account, 'render.failed', { id: 'rnd_1' });
    await happen(owner.account, 'render.started', { id: 'rnd_1' });
    await Promise.all([api.webhooks.relay(), api.webhooks.relay(), api.webhooks.relay()]);
    await happen(stranger.account, 'credits.low', { remaining: 5 });
    const received = await receiver.until(3);
    expect(received.map(({ path }) => path).sort()).toEqual(['/all', '/failed', '/stranger']);
    expect(new Set(received.slice(0, 2).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  }, 30_000);

  it('of a finished render carries the record that polling shows', async () => {
    const [owner, receiver] = [await newOwner(), await receiverOf()];
    await register(owner, receiver.url);
    const commands = [{ op: 'addTextClip', text: 'Hi', start: 0, duration: 2 }];
    const { project } = (await api.send(owner.account, 'POST', '/v1/projects', { name: 'x', commands })).body;
    const test = await api.key(owner.account, { environment: 'test' });
    const { render } = (await api.send(test, 'POST', '/v1/renders', { projectId: project.id })).body;
    const [got] = await receiver.until(1);
    expect(JSON.parse(got?.body ?? '')).toMatchObject({ type: 'render.completed', data: { render } });
  }, 30_000);

  it('about an app goes to endpoints of that app and of all apps', async () => {
    const [owner, receiver] = [await newOwner(), await receiverOf()];
    const { appId, accountId } = owner.account;
    await api.deps.database.client.app.create({
      data: { id: `app_${accountId}`, accountId, name: 'Other', scopes: [] },
    });
    await register(owner, `${receiver.url}/mine`, { appId });
    await register(owner, `${receiver.url}/other`, { appId: `app_${accountId}` });
    await register(owner, `${receiver.url}/any`);
    await happen(owner.account, 'app.suspended', { id: appId, name: 'Default', status: 'suspended' });
    const received = await receiver.until(2);
    expect(received.map(({ path }) => path).sort()).toEqual(['/any', '/mine']);
    expect(JSON.parse(received[0]?.body ?? '').data).toEqual({
      app: { id: appId, name: 'Default', status: 'suspended' },
    });
  }, 30_000);
});

describe('a try', () => {
  it.each([500, 503, 408, 429])(
    'that is answered with %i comes again with the same id and body',
    async (status) => {
      const owner = await newOwner();
      const receiver = await receiverOf((_got, before) => ({
        status: before < 2 ? status : 200,
        body: `try ${before}`,
      }));
      const { id, secret } = await register(owner, receiver.url);
      await happen(owner.account, 'render.completed', { id: 'rnd_1' });
      const received = await receiver.until(3);
      expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(new Set(received.map(({ body }) => body)).size).toBe(1);
      for (const { body, headers } of received) new Webhook(secret).verify(body, headers);
      const [delivery] = await settled(owner, id);
      expect(delivery.status).toBe('DELIVERED');
      expect(delivery.attempts).toMatchObject([
        { number: 1, status, responseBody: 'try 0', error: null },
        { number: 2, status, responseBody: 'try 1' },
        { number: 3, status: 200, responseBody: 'try 2' },
      ]);
    },
    30_000,
  );

  it.each<[string, ReceiverAnswer]>([
    ['a 400', { status: 400 }],
    ['a 404', { status: 404 }],
    ['a 410', { status: 410 }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }],
    ['a lasting redirect', { status: 308, headers: { location: '/elsewhere' } }],
  ])(
    'that is answered with %s does not come again',
    async (_what, answer) => {
      const owner = await newOwner();
      const receiver = await receiverOf(() => answer);
      const { id } = await register(owner, receiver.url);
      await happen(owner.account, 'render.completed', { id: 'rnd_1' });
      const [delivery] = await settled(owner, id);
      expect([delivery.status, delivery.attempts.length]).toEqual(['FAILED', 1]);
      expect(delivery.attempts[0].status).toBe(answer.status);
      expect(receiver.received).toHaveLength(1);
    },
    30_000,
  );

  it('that gets no answer in time comes again, until the schedule is over', async () => {
    const owner = await newOwner();
    const receiver = await receiverOf(() => null);
    const { id } = await register(owner, receiver.url);
    await happen(owner.account, 'render.completed', { id: 'rnd_1' });
    const [delivery] = await settled(owner, id);
    expect(delivery.status).toBe('FAILED');
    expect(delivery.attempts).toHaveLength(4);
    expect(delivery.attempts[0]).toMatchObject({ status: null, responseBody: null });
    expect(delivery.attempts[0].error).toContain('within 2 s');
  }, 60_000);

  it('that finds nobody fails with a reason that names no address', async () => {
    const owner = await newOwner();
    const gone = await startReceiver();
    const { id } = await register(owner, gone.url);
    await gone.close();
    await happen(owner.account, 'render.completed', { id: 'rnd_1' });
    const [delivery] = await settled(owner, id);
    expect(delivery.attempts).toMatchObject([{ status: null, error: 'The connection failed (ECONNREFUSED).' }]);
  }, 30_000);

  it('to what is no public address any more is refused', async () => {
    const owner = await newOwner();
    const receiver = await receiverOf();
    const { id } = await register(owner, receiver.url);
    const url = receiver.url.replace('127.0.0.1', '127.0.0.2');
    await api.deps.database.client.webhookEndpoint.update({ where: { id }, data: { url } });
    await happen(owner.account, 'render.completed', { id: 'rnd_1' });
    const [delivery] = await settled(owner, id);
    expect(delivery.attempts[0].error).toContain('public internet');
    expect(receiver.received).toEqual([]);
  }, 30_000);

  it('whose answer breaks off counts by its status', async () => {
    const owner = await newOwner();
    const headers = { 'content-length': '5000', connection: 'close' };
    const receiver = await receiverOf((_got, before) => ({ status: before === 0 ? 502 : 200, body: 'cut', headers }));
    const { id } = await register(owner, receiver.url);
    await happen(owner.account, 'render.completed', { id: 'rnd_1' });
    const [delivery] = await settled(owner, id);
    expect(delivery).toMatchObject({
      status: 'DELIVERED',
      attempts: [
        { status: 502, responseBody: 'cut', error: null },
        { status: 200, responseBody: 'cut' },
      ],
    });
  }, 30_000);

  it("keeps the receiver's answer cut at 4,096 bytes, and without NUL", async () => {
    const owner = await newOwner();
    const receiver = await receiverOf(() => ({
      status: 200,
      body: Buffer.concat([Buffer.alloc(3), Buffer.alloc(9_000, 'a')]),
    }));
    const { id } = await register(owner, receiver.url);
    await happen(owner.account, 'render.completed', { id: 'rnd_1' });
    const [delivery] = await settled(owner, id);
    expect(delivery.attempts[0].responseBody).toBe(`\ufffd\ufffd\ufffd${'a'.repeat(4_093)}`);
  }, 30_000);
});

it('a receiver that never answers delays nobody else', async () => {
  const owner = await newOwner();
  const quickOwner = await newOwner();
  const slow = await receiverOf(() => null);
  const quick = await receiverOf();
  await register(owner, slow.url);
  await register(quickOwner, quick.url);
  // Many more than the connections that this process holds at a time (8).
  for (let index = 0; index < 30; index += 1) await happen(owner.account, 'render.completed', { id: `slow_${index}` });
  await slow.until(4);
  for (let index = 0; index < 20; index += 1) await happen(quickOwner.account, 'render.completed', { id: `${index}` });
  await quick.until(20);
  // Had the quick ones waited for the slow one, all 30 of it would have been tried before.
  expect(slow.received.length).toBeLessThan(30);
}, 60_000);

describe('what the queue loses', () => {
  it('is found in the database and sent', async () => {
    const owner = await newOwner();
    const receiver = await receiverOf();
    const { id: endpointId } = await register(owner, receiver.url);
    const lost = { id: `dlv_${'0'.repeat(32)}`, endpointId, eventId: 'evt_1', type: 'render.completed', body: '{}' };
    const nextTryAt = new Date(Date.now() - 120_000);
    await api.deps.database.client.webhookDelivery.create({ data: { ...lost, nextTryAt } });
    await api.webhooks.sweep();
    await api.webhooks.sweep();
    await settled(owner, endpointId);
    expect(receiver.received).toHaveLength(1);
  }, 30_000);
});

it('the log forgets what ended more than 30 days ago, and nothing else', async () => {
  const owner = await newOwner();
  const { id: endpointId } = await register(owner, 'http://127.0.0.1/');
  const { webhookDelivery } = api.deps.database.client;
  const day = 86_400_000;
  const entries = { old: ['DELIVERED', 31], recent: ['FAILED', 29], waiting: ['PENDING', 31] } as const;
  for (const [eventId, [status, days]] of Object.entries(entries)) {
    const data = { id: `dlv_${eventId}`, endpointId, eventId, type: 'render.failed', body: '{}', status };
    const nextTryAt = new Date(Date.now() + day);
    await webhookDelivery.create({ data: { ...data, nextTryAt, createdAt: new Date(Date.now() - days * day) } });
  }
  await api.webhooks.prune();
  const left = await webhookDelivery.findMany({ where: { endpointId }, orderBy: { eventId: 'asc' } });
  expect(left.map(({ eventId }) => eventId)).toEqual(['recent', 'waiting']);
}, 30_000);

describe('the console', () => {
  it('registers, lists, changes and deletes endpoints; the secret is shown when it is made', async () => {
    const owner = await newOwner();
    const body = { url: 'http://127.0.0.1/hooks', description: 'Renders', events: ['render.completed'] };
    const made = await owner.call('POST', '', body);
    const { endpoint, secret } = made.body;
    expect([made.status, endpoint]).toMatchObject([201, { ...body, enabled: true, appId: null }]);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await owner.call('GET', '')).body).toEqual({ endpoints: [endpoint], nextCursor: null });
    const changed = await owner.call('PATCH', `/${endpoint.id}`, { events: [], enabled: false, description: '' });
    expect(changed.body.endpoint).toMatchObject({ events: [], enabled: false, description: '', url: body.url });
    const rotated = await owner.call('POST', `/${endpoint.id}/secret`);
    expect([rotated.status, rotated.body.secret === secret]).toEqual([201, false]);
    expect((await owner.call('DELETE', `/${endpoint.id}`)).body).toEqual({ id: endpoint.id, deleted: true });
    expect((await owner.call('DELETE', `/${endpoint.id}`)).status).toBe(404);
  });

  it.each(webhookEventNames)(
    'sends a test event of the kind %s',
    async (type) => {
      const [owner, receiver] = [await newOwner(), await receiverOf()];
      const { id, secret } = await register(owner, receiver.url, { events: ['credits.low'] });
      const sent = await owner.call('POST', `/${id}/test`, { type });
      expect([sent.status, sent.body.delivery.status]).toEqual([201, 'PENDING']);
      const [got] = await receiver.until(1);
      expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toMatchObject({ type });
    },
    30_000,
  );

  it('delivers again when asked, with the same event id and all retries', async () => {
    const owner = await newOwner();
    const receiver = await receiverOf((_got, before) => ({ status: before === 0 ? 400 : 200 }));
    const { id } = await register(owner, receiver.url);
    await happen(owner.account, 'render.failed', { id: 'rnd_1' });
    const [failed] = await settled(owner, id);
    expect(failed.status).toBe('FAILED');
    const again = await owner.call('POST', `/${id}/deliveries/${failed.id}/redeliver`);
    expect([again.status, again.body.delivery.status]).toEqual([201, 'PENDING']);
    const received = await receiver.until(2);
    expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
    const [delivery] = await settled(owner, id);
    expect([delivery.status, delivery.attempts.length]).toEqual(['DELIVERED', 2]);
    expect((await owner.call('GET', `/${id}/deliveries?status=FAILED`)).body.deliveries).toEqual([]);
    expect((await owner.call('POST', `/${id}/deliveries/dlv_none/redeliver`)).status).toBe(404);
  }, 30_000);

  it.each([
    ['a private address', 'http://10.0.0.1/hooks'],
    ['the metadata service', 'http://169.254.169.254/'],
    ['a password', 'https://a:b@example.org/'],
    ['another scheme', 'ftp://example.org/'],
    ['no address', 'hooks'],
  ])('refuses %s', async (_what, url) => {
    const answer = await (await newOwner()).call('POST', '', { url });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
  });

  it('registers 20 endpoints of an account, also when more are asked for at once', async () => {
    const owner = await newOwner();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => owner.call('POST', '', { url: 'http://127.0.0.1/' })),
    );
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([...Array(20).fill(201), ...Array(5).fill(402)]);
  }, 30_000);

  it('puts nothing of a delivery into the queue but its name and its tries', async () => {
    const owner = await newOwner();
    const receiver = await receiverOf(() => ({ status: 400 }));
    const { id } = await register(owner, receiver.url);
    await happen(owner.account, 'render.failed', { id: 'rnd_1' });
    const [failed] = await settled(owner, id);
    // Nothing is taken out of the queue while it is looked at.
    const redis = createRedis(api.services.redisUrl, 'plain');
    const queue = new Queue(webhookQueue, { prefix: queuePrefix, connection: redis });
    await queue.pause();
    await owner.call('POST', `/${id}/deliveries/${failed.id}/redeliver`);
    const job = await queue.getJob(`${failed.id}_1`);
    expect(job?.data).toEqual({ id: failed.id, tries: 1 });
    await queue.resume();
    await queue.close();
    redis.disconnect();
    await settled(owner, id);
  }, 30_000);

  it('refuses unknown events, foreign apps and a 21st endpoint', async () => {
    const owner = await newOwner();
    const url = 'http://127.0.0.1/';
    expect((await owner.call('POST', '', { url, events: ['render.exploded'] })).status).toBe(400);
    expect((await owner.call('POST', '', { url, appId: (await api.account()).appId })).status).toBe(404);
    for (let index = 0; index < 20; index += 1) await register(owner, url);
    const answer = await owner.call('POST', '', { url });
    expect([answer.status, answer.body.error.code]).toEqual([402, 'quota_exceeded']);
  }, 30_000);

  it("answers another account's endpoint like none, and knows no bearer key", async () => {
    const [owner, stranger] = [await newOwner(), await newOwner()];
    const { id } = await register(owner, 'http://127.0.0.1/');
    const routes: [string, string, object?][] = [
      ['PATCH', '', {}],
      ['DELETE', ''],
      ['POST', '/secret'],
      ['POST', '/test', {}],
      ['GET', '/deliveries'],
      ['POST', '/deliveries/dlv_1/redeliver'],
    ];
    for (const [method, path, body] of routes) {
      const foreign = await stranger.call(method, `/${id}${path}`, body);
      const unknown = await stranger.call(method, `/whk_none${path}`, body);
      expect([method, path, foreign.status, foreign.body]).toEqual([method, path, 404, unknown.body]);
      const keyed = await api.send(owner.account, method, `/api/developer/webhooks/${id}${path}`, body);
      expect([keyed.status, keyed.body.error.code]).toEqual([401, 'unauthorized']);
    }
  }, 30_000);
});
