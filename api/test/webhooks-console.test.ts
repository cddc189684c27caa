import { createRedis } from '@framemill/infra';
import { queuePrefix } from '@framemill/scheduler/protocol';
import { Queue } from 'bullmq';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { webhookEventNames } from '../src/webhooks/event-types.ts';
import { webhookQueue } from '../src/webhooks/start-webhooks.ts';
import { webhookSuite } from './webhook-suite.ts';

const { api, receiverOf, newOwner, register, happen, completed } = webhookSuite();

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

  it('sends a test event without a body, whatever type the client names for it: a finished render', async () => {
    const [owner, receiver] = [await newOwner(), await receiverOf()];
    const { id } = await register(owner, receiver.url);
    const login = await api.signIn(owner.account);
    const url = `/api/developer/webhooks/${id}/test`;
    for (const type of [undefined, 'application/json', 'application/x-www-form-urlencoded']) {
      const headers = { ...login, ...(type === undefined ? {} : { 'content-type': type }) };
      expect((await api.inject({ method: 'POST', url, headers })).status).toBe(201);
    }
    for (const { body } of await receiver.until(3)) {
      const { type, data } = JSON.parse(body);
      expect([type, data.render.url]).toEqual(['render.completed', 'http://api.test/fixtures/sample.mp4']);
    }
  });

  it('delivers again when asked, with the same event id and all retries', async () => {
    const owner = await newOwner();
    const receiver = await receiverOf((_got, before) => ({ status: before === 0 ? 400 : 200 }));
    const { id } = await register(owner, receiver.url);
    await happen(owner.account, 'render.failed', { id: 'rnd_1' });
    const [failed] = await completed(owner, id);
    expect(failed.status).toBe('FAILED');
    const again = await owner.call('POST', `/${id}/deliveries/${failed.id}/redeliver`);
    expect([again.status, again.body.delivery.status]).toEqual([201, 'PENDING']);
    const received = await receiver.until(2);
    expect(received[0]?.headers['webhook-id']).toBe(received[1]?.headers['webhook-id']);
    const [delivery] = await completed(owner, id);
    expect([delivery.status, delivery.attempts.length]).toEqual(['DELIVERED', 2]);
    expect((await owner.call('GET', `/${id}/deliveries?status=FAILED`)).body.deliveries).toEqual([]);
    expect((await owner.call('POST', `/${id}/deliveries/dlv_none/redeliver`)).status).toBe(404);
  });

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
  });

  it('puts nothing of a delivery into the queue but its name and its tries', async () => {
    const owner = await newOwner();
    const receiver = await receiverOf(() => ({ status: 400 }));
    const { id } = await register(owner, receiver.url);
    await happen(owner.account, 'render.failed', { id: 'rnd_1' });
    const [failed] = await completed(owner, id);
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
    await completed(owner, id);
  });

  it('refuses unknown events, foreign apps and a 21st endpoint', async () => {
    const owner = await newOwner();
    const url = 'http://127.0.0.1/';
    expect((await owner.call('POST', '', { url, events: ['render.exploded'] })).status).toBe(400);
    expect((await owner.call('POST', '', { url, appId: (await api.account()).appId })).status).toBe(404);
    for (let index = 0; index < 20; index += 1) await register(owner, url);
    const answer = await owner.call('POST', '', { url });
    expect([answer.status, answer.body.error.code]).toEqual([402, 'quota_exceeded']);
  });

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
  });
});
