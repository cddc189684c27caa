import { Writable } from 'node:stream';
import { createLogger, createRedis, redisReady } from '@framemill/infra';
import { recordRenderEvent } from '@framemill/scheduler';
import { redisChannels } from '@framemill/scheduler/protocol';
import { forSuite } from '@framemill/testing/for-suite';
import { startFileServer } from '@framemill/testing/local-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Deliveries, startDeliveries } from '../src/deliveries/start-deliveries.ts';
import {
  type PutServer,
  SECRET_ACCESS_KEY,
  startBucket,
  startPutServer,
  type TakenFile,
  type TestBucket,
} from './destination-servers.ts';
import { startApi, type TestAccount, type TestApi } from './start-api.ts';
import { startReceiver } from './webhook-suite.ts';

let api: TestApi;
let bucket: TestBucket;
let account: TestAccount;
let projectId: string;
let deliveries: Deliveries;
/** All log output of the deliveries. */
let logged = '';
let metrics: TestApi['deps']['metrics'] & { deliveries: DeliveryCounter };
type DeliveryCounter = Parameters<typeof startDeliveries>[0]['metrics']['deliveries'];

beforeAll(async () => {
  [api, bucket] = await Promise.all([startApi(), startBucket()]);
  metrics = api.deps.metrics as typeof metrics;
  // Renders of test keys are complete at once, with a sample.
  account = await api.account({ environment: 'test' });
  const commands = [{ op: 'addTextClip', text: 'Hi', start: 0, duration: 2 }];
  const project = await api.send(account, 'POST', '/v1/projects', { name: 'Spring: ../sale', commands });
  projectId = project.body.project.id;
});
afterAll(async () => {
  await api.close();
  await bucket.close();
});
beforeEach(() => {
  deliveries = deliver();
});
afterEach(async () => {
  await deliveries.close();
});

function deliver(options: Partial<Parameters<typeof startDeliveries>[0]> = {}): Deliveries {
  const { database, redis, store, outbound, secrets } = api.deps;
  const destination = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  });
  const log = createLogger('api-test', { level: 'debug' }, destination);
  return startDeliveries({
    ...{ database, redis, store, outbound, secrets, log, metrics, delaysMs: [10, 10] },
    ...options,
  });
}

const add = (body: object) => api.send(account, 'POST', '/v1/destinations', { name: 'Archive', ...body });
const render = (body: object) => api.send(account, 'POST', '/v1/renders', { projectId, ...body });
const get = async (id: string) => (await api.send(account, 'GET', `/v1/renders/${id}`)).body.render;

/** Waits until no delivery of a render is in progress, and returns its deliveries. */
async function ended(id: string) {
  const open = ['WAITING', 'PENDING', 'SENDING'];
  await expect
    .poll(async () => (await get(id)).deliveries.filter(({ status }: { status: string }) => open.includes(status)))
    .toEqual([]);
  return (await get(id)).deliveries;
}

describe('a bucket', () => {
  it('is tested when it is added, and gets every render that names it', async () => {
    const added = await add({ s3: { ...bucket.s3, prefix: '/films//2026/' }, fileName: '{reference}/{name}-{format}' });
    expect([added.status, added.body.check]).toEqual([201, { wrote: true, removed: true, note: null }]);
    expect(await bucket.keys()).toEqual([]);
    const { id } = added.body.destination;
    const { body } = await render({ destination: { id }, reference: 'A/7' });
    expect(body.render.deliveries).toMatchObject([{ output: 0, destinationId: id, kind: 's3', status: 'PENDING' }]);
    const url = 's3://films/films/2026/A-7/Spring- ..-sale-mp4.mp4';
    expect(await ended(body.render.id)).toMatchObject([{ status: 'DELIVERED', attempts: 1, url, error: null }]);
    const key = url.replace('s3://films/', '');
    expect(await bucket.keys()).toEqual([key]);
    const stored = await fetch(`${bucket.s3.endpoint}/films/${encodeURIComponent(key)}`);
    const sample = await api.inject({ method: 'GET', url: '/fixtures/sample.mp4' });
    expect(Buffer.from(await stored.arrayBuffer()).equals(sample.bytes)).toBe(true);
    expect(stored.headers.get('content-type')).toBe('video/mp4');
  });
});

describe('an address that takes a PUT', () => {
  let server: PutServer;
  let say: (file: TakenFile, before: number) => number;
  beforeEach(async () => {
    say = () => 200;
    server = await startPutServer((file, before) => say(file, before));
  });
  afterEach(() => server.close());

  it('is tested by a file where names have a place, and shown with that place', async () => {
    const put = { url: `${server.url}/in/{fileName}?signature=5ecret` };
    const { body } = await add({ put });
    expect(body.check).toEqual({ wrote: true, removed: true, note: null });
    expect(server.taken.map(({ method }) => method)).toEqual(['PUT', 'DELETE']);
    expect(body.destination.settings).toEqual({ url: `${server.url}/in/{fileName}` });
    expect((await api.send(account, 'DELETE', `/v1/destinations/${body.destination.id}`)).status).toBe(200);
  });

  it('comes with the render, gets the file with its length, and is shown without its signature', async () => {
    const url = `${server.url}/in/film.mp4?X-Amz-Signature=5ecret`;
    const { status, body } = await render({ destination: { url, headers: { 'X-Own': 'yes' } } });
    expect(status).toBe(202);
    expect(await ended(body.render.id)).toMatchObject([
      { status: 'DELIVERED', kind: 'put', url: `${server.url}/in/film.mp4` },
    ]);
    const [file] = server.taken;
    expect([file?.method, file?.path]).toEqual(['PUT', '/in/film.mp4?X-Amz-Signature=5ecret']);
    expect(file?.headers).toMatchObject({ 'content-type': 'video/mp4', 'x-own': 'yes' });
    expect(file?.headers['content-length']).toBe(String(file?.bytes.length));
    expect(JSON.stringify(await get(body.render.id))).not.toContain('5ecret');
    // It is no destination that lists show.
    const list = await api.send(account, 'GET', '/v1/destinations');
    expect(list.body.destinations.map(({ kind }: { kind: string }) => kind)).not.toContain('put');
  });

  it('is tried again after a 503, and the events of webhooks tell how it ended', async () => {
    say = (_file, before) => (before === 0 ? 503 : 200);
    const receiver = await startReceiver();
    const wanted = ['render.delivered', 'render.delivery_failed'];
    const session = await api.signIn(account);
    const hook = { url: receiver.url, events: wanted };
    await api.send(null, 'POST', '/api/developer/webhooks', hook, session);
    const first = await render({ destination: { url: `${server.url}/a` } });
    expect(await ended(first.body.render.id)).toMatchObject([{ status: 'DELIVERED', attempts: 2, error: null }]);
    say = () => 403;
    const second = await render({ destination: { url: `${server.url}/b?signature=5ecret` } });
    const [failed] = await ended(second.body.render.id);
    expect(failed).toMatchObject({ status: 'FAILED', attempts: 1, url: null, nextTryAt: null });
    expect(failed.error).toMatch(/^The address answered with status 403\. Its signature may have expired/);
    const events = () => receiver.received.map(({ body }) => JSON.parse(body));
    const states = () =>
      events().map(
        ({
          type,
          data: {
            render: {
              id,
              deliveries: [one],
            },
          },
        }) => [id, type, one.status],
      );
    await expect.poll(states).toContainEqual([first.body.render.id, 'render.delivered', 'DELIVERED']);
    await expect.poll(states).toContainEqual([second.body.render.id, 'render.delivery_failed', 'FAILED']);
    expect(JSON.stringify(events())).not.toContain('5ecret');
    say = () => 201;
    const again = await api.send(account, 'POST', `/v1/renders/${second.body.render.id}/deliveries/retry`);
    expect([again.status, again.body.render.deliveries[0].status]).toEqual([200, 'PENDING']);
    expect(await ended(second.body.render.id)).toMatchObject([{ status: 'DELIVERED', attempts: 2, error: null }]);
    const none = await api.send(account, 'POST', `/v1/renders/${second.body.render.id}/deliveries/retry`);
    expect([none.status, none.body.error.conflictCode]).toEqual([409, 'nothing_to_retry']);
    await receiver.close();
  });

  it('follows no redirect, and gives up when the schedule is over', async () => {
    say = () => 302;
    const moved = await render({ destination: { url: `${server.url}/a` } });
    expect((await ended(moved.body.render.id))[0].error).toMatch(/redirects to another one \(status 302\)/);
    say = () => 500;
    const broken = await render({ destination: { url: `${server.url}/b` } });
    expect(await ended(broken.body.render.id)).toMatchObject([{ status: 'FAILED', attempts: 3 }]);
    expect(server.taken.map(({ path }) => path)).toEqual(['/a', '/b', '/b', '/b']);
  });

  it('takes one file, unless names have a place in it', async () => {
    const outputs = [{ format: 'mp4' }, { format: 'srt' }];
    const refused = await render({ outputs, destination: { url: `${server.url}/film.mp4` } });
    expect([refused.status, refused.body.error.field]).toEqual([400, 'body.destination.url']);
    const taken = await render({ outputs, destination: { url: `${server.url}/{fileName}` } });
    expect(taken.status).toBe(202);
    await ended(taken.body.render.id);
  });
});

it('secrets are in no log line, and only encrypted in the database', async () => {
  const rows = await api.deps.database.client.destination.findMany();
  const text = JSON.stringify(rows) + logged;
  expect(logged).toContain('a file was not delivered');
  for (const secret of [SECRET_ACCESS_KEY, 'AKIDEXAMPLE', '5ecret']) expect(text).not.toContain(secret);
  for (const { secret } of rows) expect(secret).toMatch(/^aes-256-gcm [0-9a-f]{8} /);
});

describe('a bucket that does not work', () => {
  it.each([
    [
      'no such bucket',
      { bucket: 'nowhere' },
      /^The test of the destination failed: There is no bucket "nowhere"\. Create it/,
    ],
    ['nobody at the endpoint', { endpoint: 'http://127.0.0.1:1' }, /the server refused the connection/],
  ])('is not saved: %s', async (_what, change, message) => {
    const refused = await add({ s3: { ...bucket.s3, ...change } });
    expect([refused.status, refused.body.error.code]).toEqual([502, 'provider_error']);
    expect(refused.body.error.message).toMatch(message);
    expect(JSON.stringify(refused.body)).not.toContain(SECRET_ACCESS_KEY);
  });

  it.each([
    ['no URL', 'storage.example.org', /^The address is not a URL/],
    ['another scheme', 's3://films', /^The address must begin with http:\/\/ or https:\/\//],
    ['half an address', 'http://[::1', /^The address is not a URL/],
    ['with a password', 'https://ann:5ecret@storage.example.org', /^The address contains a user name or password/],
    ['with a query', 'https://storage.example.org/?region=eu', /^The endpoint has a query or a fragment\. Send/],
    ['with a fragment', 'https://storage.example.org/#films', /^The endpoint has a query or a fragment\. Send/],
  ])('has an endpoint that cannot be used: %s', async (_what, endpoint, message) => {
    const refused = await add({ s3: { ...bucket.s3, endpoint } });
    expect([refused.status, refused.body.error.code, refused.body.error.field]).toEqual([
      ...[400, 'invalid_request', 'body.s3.endpoint'],
    ]);
    expect(refused.body.error.message).toMatch(message);
    expect(JSON.stringify(refused.body)).not.toContain('5ecret');
  });

  it('answers without an end are read to 64 kB', async () => {
    const endless = await startFileServer((_request, response) => {
      const more = () => response.write(Buffer.alloc(65_536, '<'), () => setImmediate(more));
      more();
    });
    const refused = await add({ s3: { ...bucket.s3, endpoint: endless.url } });
    expect(refused.body.error.message).toMatch(/not an S3 service: its answer is too long\. Check the endpoint/);
    await endless.close();
  });
});

it('a destination that is deleted fails what is on its way to it, and says so', async () => {
  await deliveries.close();
  const { id } = (await add({ s3: bucket.s3 })).body.destination;
  const { body } = await render({ destination: { id } });
  expect((await api.send(account, 'DELETE', `/v1/destinations/${id}`)).status).toBe(200);
  deliveries = deliver();
  expect(await ended(body.render.id)).toMatchObject([{ status: 'FAILED', error: 'The destination was deleted.' }]);
  expect((await render({ destination: { id } })).status).toBe(404);
});

it('changed credentials are tested, and those that are left out stay', async () => {
  const { id } = (await add({ s3: bucket.s3, name: 'Before' })).body.destination;
  const change = (body: object) => api.send(account, 'PATCH', `/v1/destinations/${id}`, body);
  expect((await change({ s3: { bucket: 'nowhere' } })).status).toBe(502);
  const moved = await change({ s3: { prefix: 'moved' }, fileName: '{renderId}' });
  expect(moved.body.destination).toMatchObject({
    fileName: '{renderId}',
    settings: { bucket: 'films', prefix: 'moved' },
  });
  expect((await api.send(account, 'POST', `/v1/destinations/${id}/test`)).body.check.removed).toBe(true);
  const other = await api.account({ environment: 'test' });
  expect((await api.send(other, 'GET', `/v1/destinations/${id}`)).status).toBe(404);
  expect((await api.send(other, 'POST', '/v1/renders', { projectId, destination: { id } })).status).toBe(404);
});

it('an account that goes takes its destinations with it', async () => {
  const leaving = await api.account();
  await api.send(leaving, 'POST', '/v1/destinations', { name: 'Archive', s3: bucket.s3 });
  const { account: accounts, destination } = api.deps.database.client;
  await accounts.delete({ where: { id: leaving.accountId } });
  expect(await destination.count({ where: { accountId: leaving.accountId } })).toBe(0);
});

describe('a render with several files', () => {
  const outputs = [{ format: 'mp4' }, { format: 'srt' }, { format: 'chapters' }];
  let id: string;
  const order = async () => {
    const body = { projectId: liveProjectId, outputs, destination: { id }, reference: 'all' };
    return (await api.send(live, 'POST', '/v1/renders', body)).body.render;
  };
  const states = async (renderId: string) =>
    (await api.send(live, 'GET', `/v1/renders/${renderId}`)).body.render.deliveries.map(
      ({ status }: { status: string }) => status,
    );
  let liveProjectId: string;
  const live = forSuite(() => api.account());
  beforeAll(async () => {
    const commands = [
      { op: 'addTextClip', text: 'Hi', start: 0, duration: 2 },
      { op: 'addMarkers', markers: [{ time: 0, label: 'Begin' }] },
    ];
    const made = await api.send(live, 'POST', '/v1/projects', { name: 'Several', commands });
    liveProjectId = made.body.project.id;
    const body = { name: 'Archive', s3: { ...bucket.s3, prefix: 'several' }, fileName: '{reference}/{name}' };
    id = (await api.send(live, 'POST', '/v1/destinations', body)).body.destination.id;
  });

  it('has all of them sent once it is complete, each under a name of its own', async () => {
    const { id: renderId, deliveries: noted } = await order();
    expect(noted.map(({ output, status }: { output: number; status: string }) => [output, status])).toEqual([
      [0, 'WAITING'],
      [1, 'WAITING'],
      [2, 'WAITING'],
    ]);
    const published: string[] = [];
    const listener = createRedis(api.services.redisUrl, 'plain');
    await redisReady(listener);
    listener.on('message', (_channel, text) => published.push(text));
    await listener.subscribe(redisChannels.accountEvents(live.accountId));
    await api.deps.database.client.$transaction(async (tx) => {
      const data = { status: 'COMPLETED', stage: 'done', progress: 100, url: '/fixtures/sample.mp4' };
      await recordRenderEvent(tx, 'render.completed', await tx.render.update({ where: { id: renderId }, data }));
    });
    const { client } = api.deps.database;
    const rows = () => client.delivery.findMany({ where: { renderId }, orderBy: { outputIndex: 'asc' } });
    await expect
      .poll(async () => (await rows()).map(({ status }) => status))
      .toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
    const names = ['all/Several.mp4', 'all/Several.srt', 'all/Several.vtt'];
    expect((await rows()).map(({ path }) => path)).toEqual(names);
    expect(await bucket.keys()).toEqual(expect.arrayContaining(names.map((name) => `several/${name}`)));
    // One event, when the last one is there; open pages saw each step.
    const events = await client.outboxEvent.findMany({ where: { renderId, type: 'render.delivered' } });
    expect(events).toHaveLength(1);
    await expect
      .poll(() =>
        published
          .map((text) => JSON.parse(text))
          .at(-1)
          ?.record.deliveries.map(({ status }: { status: string }) => status),
      )
      .toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
    listener.disconnect();
  });

  it('that is cancelled sends nothing', async () => {
    const { id: renderId } = await order();
    const { body } = await api.send(live, 'POST', `/v1/renders/${renderId}/cancel`);
    const cancelled = ['CANCELLED', 'CANCELLED', 'CANCELLED'];
    expect(body.render.deliveries.map(({ status }: { status: string }) => status)).toEqual(cancelled);
    expect(await states(renderId)).toEqual(cancelled);
  });
});
