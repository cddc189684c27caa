import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { type ReceiverAnswer, startReceiver, webhookSuite } from './webhook-suite.ts';

const { api, receiverOf, newOwner, register, happen, completed } = webhookSuite();

describe('an event', () => {
  it('sends signed requests with the changed record, which Standard Webhooks verifies', async () => {
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
      data: { render: { id: 'rnd_1', status: 'COMPLETED', url: 'http://api.test/exports/x.mp4' } },
    });
    expect(new Date(event.createdAt).toISOString()).toBe(event.createdAt);
    expect(() => new Webhook(secret).verify(`${got.body} `, got.headers)).toThrow();
    expect(() => new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).verify(got.body, got.headers)).toThrow();
    const old = { ...got.headers, 'webhook-timestamp': String(Number(got.headers['webhook-timestamp']) - 3_600) };
    expect(() => new Webhook(secret).verify(got.body, old)).toThrow();
    const [delivery] = await completed(owner, id);
    expect(delivery).toMatchObject({ status: 'DELIVERED', eventId: event.id, nextTryAt: null });
  });

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
  });

  it('keeps its id when a failover of PostgreSQL loses the end of a render and its number is used again', async () => {
    const [owner, receiver] = [await newOwner(), await receiverOf()];
    await register(owner, receiver.url);
    const { outboxEvent } = api.deps.database.client;
    const { accountId } = owner.account;
    const end = { type: 'render.completed', accountId, renderId: 'rnd_1', payload: { id: 'rnd_1' } };
    const { id } = await outboxEvent.create({ data: end });
    await receiver.until(1);
    await outboxEvent.delete({ where: { id } });
    await outboxEvent.create({ data: { id, type: 'credits.low', accountId, payload: { remaining: 5 } } });
    await receiver.until(2);
    await outboxEvent.create({ data: end });
    const [first, other, again] = (await receiver.until(3)).map(({ headers }) => headers['webhook-id']);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('of a finished render carries the record that polling shows', async () => {
    const [owner, receiver] = [await newOwner(), await receiverOf()];
    await register(owner, receiver.url);
    const commands = [{ op: 'addTextClip', text: 'Hi', start: 0, duration: 2 }];
    const { project } = (await api.send(owner.account, 'POST', '/v1/projects', { name: 'x', commands })).body;
    const test = await api.key(owner.account, { environment: 'test' });
    const { render } = (await api.send(test, 'POST', '/v1/renders', { projectId: project.id })).body;
    const [got] = await receiver.until(1);
    expect(JSON.parse(got?.body ?? '')).toMatchObject({ type: 'render.completed', data: { render } });
  });

  it('of a batch with an address of its own reaches it alone, signed with the secret of the answer', async () => {
    const [owner, receiver] = [await newOwner(), await receiverOf()];
    const { account } = owner;
    const commands = [{ op: 'addTextClip', text: 'Hi', start: 0, duration: 2 }];
    const { project } = (await api.send(account, 'POST', '/v1/projects', { name: 'x', commands })).body;
    const create = (more: object) =>
      api.send(account, 'POST', '/v1/batches', { projectId: project.id, items: [{ variables: {} }], ...more });
    for (const webhook of ['http://169.254.169.254/latest', 'ftp://example.org/', 'nothing', '']) {
      expect((await create({ webhook })).status, webhook).toBe(400);
    }
    const { batch, webhook } = (await create({ webhook: receiver.url })).body;
    expect(webhook.url).toBe(receiver.url);
    const silent = (await create({})).body;
    expect(silent.webhook).toBeUndefined();
    await happen(account, 'render.failed', { id: 'rnd_1' });
    await happen(account, 'batch.completed', { id: silent.batch.id });
    await happen(account, 'batch.completed', { id: batch.id });
    await api.webhooks.relay();
    const [got, ...others] = await receiver.until(1);
    const event = new Webhook(webhook.secret).verify(got?.body ?? '', got?.headers ?? {});
    expect(event).toMatchObject({ type: 'batch.completed', data: { batch: { id: batch.id } } });
    expect(others).toEqual([]);
    // It comes and goes with its batch, not with the endpoints of the account.
    expect((await owner.call('GET', '')).body.endpoints).toEqual([]);
    const where = { endpoint: { batchId: batch.id } };
    expect(await api.deps.database.client.webhookDelivery.count({ where })).toBe(1);
  });

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
  });
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
      const [delivery] = await completed(owner, id);
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
      const [delivery] = await completed(owner, id);
      expect([delivery.status, delivery.attempts.length]).toEqual(['FAILED', 1]);
      expect(delivery.attempts[0].status).toBe(answer.status);
      expect(receiver.received).toHaveLength(1);
    },
    30_000,
  );

  it('that gets no answer in time comes again, until the schedule is over', async () => {
    const owner = await newOwner();
    // One silence: each costs the whole time-out.
    const receiver = await receiverOf((_received, before) => (before === 0 ? null : { status: 503 }));
    const { id } = await register(owner, receiver.url);
    await happen(owner.account, 'render.completed', { id: 'rnd_1' });
    const [delivery] = await completed(owner, id);
    expect(delivery.status).toBe('FAILED');
    expect(delivery.attempts).toHaveLength(4);
    expect(delivery.attempts[0]).toMatchObject({ status: null, responseBody: null });
    expect(delivery.attempts[0].error).toContain('within 2 s');
  });

  it('does not come again to an endpoint that was paused meanwhile, except by hand', async () => {
    const owner = await newOwner();
    const paused = Promise.withResolvers<void>();
    const receiver = await receiverOf(async () => {
      await paused.promise;
      return { status: 503 };
    });
    const { id } = await register(owner, receiver.url);
    await happen(owner.account, 'render.completed', { id: 'rnd_1' });
    await receiver.until(1);
    await owner.call('PATCH', `/${id}`, { enabled: false });
    paused.resolve();
    const [delivery] = await completed(owner, id);
    expect([delivery.status, delivery.nextTryAt]).toEqual(['FAILED', null]);
    expect(delivery.attempts).toMatchObject([
      { number: 1, status: 503 },
      { number: 2, status: null, error: expect.stringContaining('paused') },
    ]);
    expect(receiver.received).toHaveLength(1);

    expect((await owner.call('POST', `/${id}/deliveries/${delivery.id}/redeliver`)).status).toBe(201);
    const [again] = await receiver.until(2).then(() => completed(owner, id));
    expect([again.status, again.attempts.length]).toEqual(['FAILED', 4]);
    expect(receiver.received).toHaveLength(2);
  });

  it('that finds nobody fails with a reason that names no address', async () => {
    const owner = await newOwner();
    const gone = await startReceiver();
    const { id } = await register(owner, gone.url);
    await gone.close();
    await happen(owner.account, 'render.completed', { id: 'rnd_1' });
    const [delivery] = await completed(owner, id);
    expect(delivery.attempts).toMatchObject([
      { status: null, error: 'The connection failed: the server refused the connection.' },
    ]);
  });

  it('to what is no public address any more is refused', async () => {
    const owner = await newOwner();
    const receiver = await receiverOf();
    const { id } = await register(owner, receiver.url);
    const url = receiver.url.replace('127.0.0.1', '127.0.0.2');
    await api.deps.database.client.webhookEndpoint.update({ where: { id }, data: { url } });
    await happen(owner.account, 'render.completed', { id: 'rnd_1' });
    const [delivery] = await completed(owner, id);
    expect(delivery.attempts[0].error).toContain('public internet');
    expect(receiver.received).toEqual([]);
  });

  it('whose answer breaks off counts by its status', async () => {
    const owner = await newOwner();
    const headers = { 'content-length': '5000', connection: 'close' };
    const receiver = await receiverOf((_got, before) => ({ status: before === 0 ? 502 : 200, body: 'cut', headers }));
    const { id } = await register(owner, receiver.url);
    await happen(owner.account, 'render.completed', { id: 'rnd_1' });
    const [delivery] = await completed(owner, id);
    expect(delivery).toMatchObject({
      status: 'DELIVERED',
      attempts: [
        { status: 502, responseBody: 'cut', error: null },
        { status: 200, responseBody: 'cut' },
      ],
    });
  });

  it("keeps the receiver's answer cut at 4,096 bytes, and without NUL", async () => {
    const owner = await newOwner();
    const receiver = await receiverOf(() => ({
      status: 200,
      body: Buffer.concat([Buffer.alloc(3), Buffer.alloc(9_000, 'a')]),
    }));
    const { id } = await register(owner, receiver.url);
    await happen(owner.account, 'render.completed', { id: 'rnd_1' });
    const [delivery] = await completed(owner, id);
    expect(delivery.attempts[0].responseBody).toBe(`\ufffd\ufffd\ufffd${'a'.repeat(4_093)}`);
  });
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
});

describe('what the queue loses', () => {
  it('is found in the database and sent', async () => {
    const owner = await newOwner();
    const receiver = await receiverOf();
    const { id: endpointId } = await register(owner, receiver.url);
    const lost = { id: `dlv_${'0'.repeat(32)}`, endpointId, eventId: 'evt_1', type: 'render.completed', body: '{}' };
    const nextTryAt = new Date(Date.now() - 120_000);
    await api.deps.database.client.webhookDelivery.create({ data: { ...lost, nextTryAt } });
    const overdue = async () => (await api.metrics.webhooksOverdue.get()).values[0]?.value;
    await api.webhooks.sweep();
    expect(await overdue()).toBe(1);
    await api.webhooks.sweep();
    await completed(owner, endpointId);
    expect(receiver.received).toHaveLength(1);
    await api.webhooks.sweep();
    expect(await overdue()).toBe(0);
  });
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
  // More than one statement deletes.
  const data = { endpointId, type: 'render.failed', body: '{}', status: 'DELIVERED', createdAt: new Date(day) };
  const many = Array.from({ length: 2_001 }, (_, i) => ({ ...data, id: `dlv_many_${i}`, eventId: `many_${i}` }));
  await webhookDelivery.createMany({ data: many });
  await api.webhooks.prune();
  const left = await webhookDelivery.findMany({ where: { endpointId }, orderBy: { eventId: 'asc' } });
  expect(left.map(({ eventId }) => eventId)).toEqual(['recent', 'waiting']);
});
