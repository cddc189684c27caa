// @module-tag full

import { createHash, randomBytes } from 'node:crypto';
import { createDatabase, createObjectStore, type Database } from '@framemill/infra';
import { type FaultyS3, startFaultyS3 } from '@framemill/testing/faulty-s3';
import { forSuite } from '@framemill/testing/for-suite';
import { startApiProcess } from '@framemill/testing/program';
import { testServices } from '@framemill/testing/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storedTarget } from '../src/destinations/stored-target.ts';
import { newId } from '../src/ids.ts';
import { createSecretBox } from '../src/secrets/secret-box.ts';
import { startBucket, type TestBucket } from './destination-servers.ts';
import { SECRETS_KEY } from './start-api.ts';

/** Video file of four complete upload parts and a partial one. */
const film = randomBytes(34_000_000);
const env = { SECRETS_KEY, OUTBOUND_PRIVATE_HOSTS: '127.0.0.1', OUTBOUND_PORTS: 'any' };

const services = forSuite(testServices);
let database: Database;
let bucket: TestBucket;
let proxy: FaultyS3;
beforeAll(async () => {
  database = createDatabase(services.databaseUrl);
  bucket = await startBucket();
  proxy = await startFaultyS3(bucket.s3.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await bucket.close();
  await database.close();
});

it('continues a delivery with the next part after its process was killed, and delivers the file once', async () => {
  const id = await orderedFile();
  const inTheMiddle = Promise.withResolvers<void>();
  let parts = 0;
  proxy.choose = ({ operation }) => {
    if (operation !== 'put' && operation !== 'multipart') return null;
    parts += 1;
    if (parts < 4) return null;
    inTheMiddle.resolve();
    return 'silence';
  };
  const first = await startApiProcess(services, env);
  await inTheMiddle.promise;
  first.kill('SIGKILL');
  await first.exited;
  const left = await database.client.delivery.findUniqueOrThrow({ where: { id } });
  expect(left).toMatchObject({ status: 'SENDING', attempts: 1, uploadId: expect.any(String) });
  expect([await bucket.keys(), await takesParts(left.uploadId)]).toEqual([[], true]);
  expect(Number(left.sentBytes)).toBe(2 * 8 * 1024 * 1024);
  let requests = 0;
  proxy.choose = ({ operation }) => {
    if (operation === 'multipart') requests += 1;
    return null;
  };
  // As if the minute of its lease were over.
  await database.client.delivery.update({ where: { id }, data: { leaseUntil: new Date() } });
  const second = await startApiProcess(services, env);
  try {
    const status = async () => (await database.client.delivery.findUniqueOrThrow({ where: { id } })).status;
    await expect.poll(status).toBe('DELIVERED');
  } finally {
    second.kill('SIGTERM');
    await second.exited;
  }
  expect(await bucket.keys()).toEqual(['film-rnd_killed.mp4']);
  const stored = Buffer.from(await (await fetch(`${bucket.s3.endpoint}/films/film-rnd_killed.mp4`)).arrayBuffer());
  expect(hashOf(stored)).toBe(hashOf(film));
  const sent = await database.client.delivery.findUniqueOrThrow({ where: { id } });
  expect(sent).toMatchObject({ attempts: 2, uploadId: null, error: null, path: 'film-rnd_killed.mp4' });
  // Three parts and the end of the same upload: those that had arrived were not sent again.
  expect([requests, await database.client.deliveryPart.count()]).toEqual([4, 0]);
  expect(await takesParts(left.uploadId)).toBe(false);
});

/** Creates a finished render whose video is to be delivered to the bucket, and returns the id of the delivery. */
async function orderedFile(): Promise<string> {
  const store = await createObjectStore(services.objects);
  await store.put('exports/film.mp4', film, { contentType: 'video/mp4' });
  store.close();
  const accountId = newId('acc');
  const destinationId = newId('dst');
  const target = { kind: 's3' as const, ...bucket.s3, endpoint: proxy.endpoint };
  const stored = storedTarget(createSecretBox([SECRETS_KEY]), destinationId, target);
  await database.client.account.create({
    data: {
      ...{ id: accountId, email: 'killed@test.example', name: 'Killed', plan: 'studio' },
      destinations: { create: { id: destinationId, name: 'Archive', fileName: 'film-{renderId}', ...stored } },
    },
  });
  const ended = { status: 'COMPLETED', stage: 'done', progress: 100, url: '/exports/film.mp4', deliveries: [] };
  const options = { format: 'mp4', quality: 'standard', resolution: 'full', profile: {} };
  const id = newId('dlv');
  const due = { id, accountId, outputIndex: 0, destinationId, kind: 's3', status: 'PENDING', nextTryAt: new Date() };
  await database.client.render.create({
    data: { id: 'rnd_killed', accountId, projectId: 'prj_gone', ...ended, ...options, deliveryRows: { create: due } },
  });
  return id;
}

async function takesParts(uploadId: string | null): Promise<boolean> {
  const url = `${bucket.s3.endpoint}/films/film-rnd_killed.mp4?partNumber=9&uploadId=${uploadId}`;
  return (await fetch(url, { method: 'PUT', body: 'x' })).ok;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
