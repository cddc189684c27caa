import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type FaultyS3, startFaultyS3 } from '@framemill/testing/faulty-s3';
import { forSuite } from '@framemill/testing/for-suite';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { SENDING_LIMITS } from '../src/deliveries/sending-limits.ts';
import { type Deliveries, startDeliveries } from '../src/deliveries/start-deliveries.ts';
import type { Target } from '../src/destinations/destination-fields.ts';
import { storedTarget } from '../src/destinations/stored-target.ts';
import { newId } from '../src/ids.ts';
import { startBucket, type TestBucket } from './destination-servers.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';
import { startApi, type TestAccount } from './start-api.ts';

/** File that is larger than the buffers of a connection. */
const film = randomBytes(20_000_000);
const HOUR = 3_600_000;

const api = forSuite(startApi);
let clock: ManualClock;
let deliveries: Deliveries;
/**
 * Server that receives deliveries. Below the path /slow it reads nothing until a test permits it; other paths are read
 * at once.
 */
let receiver: FileServer;
let held: (() => void)[];
let isHeld: boolean;
let received: { path: string; bytes: Buffer }[];

beforeAll(async () => {
  await api.deps.store.put('exports/film.mp4', film, { contentType: 'video/mp4' });
  receiver = await startFileServer(receive);
});
afterAll(async () => {
  await receiver.close();
});
beforeEach(() => {
  [clock, held, isHeld, received] = [manualClock(), [], true, []];
});
afterEach(async () => {
  letGo();
  await deliveries.close();
});

function receive(request: IncomingMessage, response: ServerResponse): void {
  const path = request.url ?? '';
  const read = () =>
    buffer(request).then(
      (bytes) => {
        received.push({ path, bytes });
        response.end();
      },
      // A sending that was ended.
      () => response.destroy(),
    );
  if (path.startsWith('/slow') && isHeld) held.push(read);
  else read();
}

function letGo(): void {
  isHeld = false;
  for (const read of held.splice(0)) read();
}

function start(limits: Partial<typeof SENDING_LIMITS>, delaysMs: readonly number[] = [HOUR]): void {
  const { database, redis, store, outbound, secrets, log, metrics } = api.deps;
  deliveries = startDeliveries({
    ...{ database, redis, store, outbound, secrets, log, metrics: metrics as never, clock, delaysMs },
    limits: { ...SENDING_LIMITS, ...limits },
  });
}

/** Creates a finished render whose file is due for delivery to `target`, and returns the render's id. */
async function due(account: TestAccount, target: Target): Promise<string> {
  const { database, secrets } = api.deps;
  const { accountId } = account;
  const [renderId, destinationId] = [`rnd_${randomBytes(12).toString('hex')}`, newId('dst')];
  const stored = storedTarget(secrets, destinationId, target);
  await database.client.destination.create({
    data: { id: destinationId, accountId, name: 'Archive', fileName: '{renderId}', ...stored },
  });
  const ended = { status: 'COMPLETED', stage: 'done', progress: 100, url: '/exports/film.mp4', deliveries: [] };
  const options = { format: 'mp4', quality: 'standard', resolution: 'full', profile: {} };
  const { kind } = target;
  const row = { id: newId('dlv'), accountId, outputIndex: 0, destinationId, kind, status: 'PENDING' };
  const deliveryRows = { create: { ...row, nextTryAt: new Date() } };
  await database.client.render.create({
    data: { id: renderId, accountId, projectId: 'prj_gone', ...ended, ...options, deliveryRows },
  });
  return renderId;
}

const put = (path: string): Target => ({ kind: 'put', url: `${receiver.url}${path}` });
const shown = async (account: TestAccount, id: string) =>
  (await api.send(account, 'GET', `/v1/renders/${id}`)).body.render.deliveries[0];
const statusOf = async (account: TestAccount, id: string) => (await shown(account, id))?.status;

it('slow receivers of two accounts leave places for a third, and get their files one after the other', async () => {
  const [a, b, c] = await Promise.all([api.account(), api.account(), api.account()]);
  const slow: [TestAccount, string][] = [];
  for (const account of [a, a, a, b, b, b]) slow.push([account, await due(account, put('/slow'))]);
  start({ places: 4, slowSlots: 1, leastBytesPerSec: 0 });
  await expect.poll(() => held.length).toBe(4);
  const fast = await due(c, put('/fast'));
  // All four are below 1 MB/s: one keeps its place.
  clock.advance(SENDING_LIMITS.windowMs);
  await expect.poll(() => statusOf(c, fast)).toBe('DELIVERED');
  const waiting = [];
  for (const [account, id] of slow) waiting.push(await shown(account, id));
  expect(waiting.filter(({ error }) => error?.includes('accepts less than 1000 kB/s'))).toHaveLength(3);
  letGo();
  for (const [account, id] of slow) await expect.poll(() => statusOf(account, id)).toBe('DELIVERED');
  expect(received.every(({ bytes }) => bytes.equals(film))).toBe(true);
});

it('accounts get places in turns, however many files of another came first', async () => {
  const [a, b] = await Promise.all([api.account(), api.account()]);
  for (let file = 0; file < 4; file += 1) await due(a, put(`/a${file}`));
  await due(b, put('/b'));
  isHeld = false;
  start({ places: 1 });
  await expect.poll(() => received.length).toBe(5);
  expect(received.map(({ path }) => path).indexOf('/b')).toBeLessThan(2);
});

it('gives the place for slow deliveries to accounts in turns: after its turn, an account waits again', async () => {
  const [a, b] = await Promise.all([api.account(), api.account()]);
  const [fromA, fromB] = [await due(a, put('/slow-a')), await due(b, put('/slow-b'))];
  await api.deps.database.client.destination.updateMany({
    where: { accountId: { in: [a.accountId, b.accountId] } },
    data: { isSlow: true },
  });
  start({ slowSlots: 1, slowTurnMs: 3 * SENDING_LIMITS.windowMs, leastBytesPerSec: 0 });
  const sending = async () => {
    const where = { renderId: { in: [fromA, fromB] }, status: 'SENDING' };
    const rows = await api.deps.database.client.delivery.findMany({ where, select: { renderId: true } });
    return rows.map(({ renderId }) => renderId).join();
  };
  await expect.poll(sending).not.toBe('');
  const first = await sending();
  const other = first === fromA ? fromB : fromA;
  for (const expected of [other, first]) {
    await expect
      .poll(async () => {
        clock.advance(SENDING_LIMITS.windowMs);
        return sending();
      })
      .toBe(expected);
  }
  letGo();
  for (const [account, id] of [[a, fromA] as const, [b, fromB] as const])
    await expect.poll(() => statusOf(account, id)).toBe('DELIVERED');
  expect(received.every(({ bytes }) => bytes.equals(film))).toBe(true);
});

it('a sending below 100 kB/s is ended, says so, and a PUT begins anew', async () => {
  const account = await api.account();
  const id = await due(account, put('/slow'));
  start({});
  await expect.poll(() => held.length).toBe(1);
  // Whatever the buffers of the connection took went out in the first window.
  await expect
    .poll(async () => {
      clock.advance(SENDING_LIMITS.windowMs);
      return statusOf(account, id);
    })
    .toBe('PENDING');
  const ended = await shown(account, id);
  expect(ended).toMatchObject({ attempts: 1, sizeBytes: film.length, nextTryAt: expect.any(String) });
  expect(ended.error).toMatch(
    /^The destination accepted \d+ kB\/s over 60 s\. At least 100 kB\/s are needed\. The delivery is retried/,
  );
  expect(ended.sentBytes).toBeLessThan(film.length);
  letGo();
  await api.send(account, 'POST', `/v1/renders/${id}/deliveries/retry`);
  await expect.poll(() => statusOf(account, id)).toBe('DELIVERED');
  expect(await shown(account, id)).toMatchObject({ attempts: 2, sentBytes: film.length, error: null });
  expect(received.map(({ bytes }) => bytes.equals(film))).toEqual([true]);
});

/**
 * Makes a delivery due to a bucket that no longer responds after the first part. `requests` counts those of its parts.
 */
async function heldUpload() {
  const bucket: TestBucket = await startBucket();
  const proxy: FaultyS3 = await startFaultyS3(bucket.s3.endpoint);
  const account = await api.account();
  let requests = 0;
  proxy.choose = ({ operation }) => (operation === 'multipart' && ++requests > 2 ? 'silence' : null);
  const id = await due(account, { kind: 's3', ...bucket.s3, endpoint: proxy.endpoint });
  const close = async () => {
    await deliveries.close();
    await proxy.close();
    await bucket.close();
  };
  return { bucket, proxy, account, id, requests: () => requests, close };
}

it('an upload of a delivery that fails for good is aborted', async () => {
  const { bucket, proxy, account, id, requests, close } = await heldUpload();
  try {
    start({}, []);
    const row = () => api.deps.database.client.delivery.findFirstOrThrow({ where: { renderId: id } });
    await expect.poll(requests).toBe(3);
    const { uploadId } = await row();
    proxy.choose = () => null;
    await expect
      .poll(async () => {
        clock.advance(SENDING_LIMITS.windowMs);
        return statusOf(account, id);
      })
      .toBe('FAILED');
    expect(await shown(account, id)).toMatchObject({ attempts: 1, sentBytes: 8 * 1024 * 1024 });
    await expect.poll(async () => (await row()).uploadId).toBe(null);
    const url = `${bucket.s3.endpoint}/films/${id}.mp4?partNumber=9&uploadId=${uploadId}`;
    expect((await fetch(url, { method: 'PUT', body: 'x' })).ok).toBe(false);
    expect(await bucket.keys()).toEqual([]);
  } finally {
    await close();
  }
});

it('an upload whose process died goes on with the next part when its lease is over', async () => {
  const { bucket, proxy, account, id, requests, close } = await heldUpload();
  try {
    start({});
    await expect.poll(requests).toBe(3);
    await deliveries.close();
    const { client } = api.deps.database;
    const row = () => client.delivery.findFirstOrThrow({ where: { renderId: id } });
    const left = await row();
    expect(left).toMatchObject({ attempts: 1, sentBytes: BigInt(8 * 1024 * 1024), uploadId: expect.any(String) });
    // As a process leaves it that is killed.
    await client.delivery.update({ where: { id: left.id }, data: { status: 'SENDING', leaseUntil: new Date(0) } });
    let later = 0;
    proxy.choose = ({ operation }) => {
      if (operation === 'multipart') later += 1;
      return null;
    };
    start({});
    await expect.poll(() => statusOf(account, id)).toBe('DELIVERED');
    // The other two parts, and the end of the same upload.
    expect(later).toBe(3);
    expect(await row()).toMatchObject({ attempts: 2, uploadId: null, error: null });
    expect(await client.deliveryPart.count({ where: { deliveryId: left.id } })).toBe(0);
    const stored = await fetch(`${bucket.s3.endpoint}/films/${id}.mp4`);
    expect(film.equals(Buffer.from(await stored.arrayBuffer()))).toBe(true);
  } finally {
    await close();
  }
});
