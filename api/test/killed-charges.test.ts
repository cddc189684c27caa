import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createDatabase, createObjectStore, type Database } from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import { type ApiProcess, type Program, spawnOn, startApiProcess } from '@framemill/testing/program';
import { testServices } from '@framemill/testing/services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { issueKey } from '../src/auth/issue-key.ts';
import { newId } from '../src/ids.ts';
import { startPatientFal } from './providers/patient-fal.ts';

/** Monthly credits of the Studio plan. */
const MONTH = 6_000;
/**
 * Length of the audio file in seconds and price of transcribing it in credits, by the number of calls. The monthly
 * credits suffice for half of the calls.
 */
const cases = [
  { calls: 40, price: 300, seconds: 3_000, tags: [] },
  { calls: 200, price: 60, seconds: 600, tags: 'full' },
];

const services = forSuite(testServices);
let database: Database;
let provider: FileServer;
/** Whether the provider answers slowly, so that calls are in progress when the process is killed. */
let isSlow = true;
beforeAll(async () => {
  database = createDatabase(services.databaseUrl);
  provider = await slowProvider();
});
afterAll(async () => {
  await provider.close();
  await database.close();
});

for (const { calls: callCount, price, seconds, tags } of cases)
  it(
    `pays for what was delivered, and for nothing else, when the process is killed among ${callCount} charged calls`,
    { tags, timeout: 300_000 },
    () => expectPaidOnce(callCount, price, seconds),
  );

async function expectPaidOnce(callCount: number, price: number, seconds: number): Promise<void> {
  isSlow = true;
  const { accountId, key, mediaId } = await customer(seconds);
  const env = {
    ...{ OPENAI_API_KEY: 'sk-test', TRANSCRIPTION_PROVIDERS: 'openai-transcription' },
    OPENAI_BASE_URL: `${provider.url}/v1`,
  };
  const ask = async (address: string): Promise<number | null> => {
    const answer = await fetch(`${address}/v1/ai/transcriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ mediaId }),
    }).catch(() => null);
    // An answer that breaks off in the middle was not delivered.
    return (await answer?.json().catch(() => null)) ? (answer?.status ?? null) : null;
  };
  const statusOf = async () => {
    const rows = await database.client.generationJob.groupBy({ by: ['status'], where: { accountId }, _count: true });
    return Object.fromEntries(rows.map(({ status, _count }) => [status, _count]));
  };
  const balance = async () => {
    const { _sum } = await database.client.ledgerEntry.aggregate({ where: { accountId }, _sum: { delta: true } });
    return _sum.delta ?? 0;
  };

  const first = await startApiProcess(services, env);
  const calls = Promise.all(Array.from({ length: callCount }, () => ask(first.address)));
  // In the middle: some are delivered, some are with the provider.
  await expect.poll(async () => (await statusOf()).COMPLETED ?? 0, { interval: 20 }).toBeGreaterThan(callCount / 20);
  first.kill('SIGKILL');
  await first.exited;
  const statuses = await calls;
  const delivered = statuses.filter((status) => status === 200).length;
  const before = await statusOf();
  expect(before.PROCESSING, 'calls that the kill cut off').toBeGreaterThan(0);
  expect(await balance()).toBeGreaterThanOrEqual(0);

  // A minute passes: the leases of the dead process run out.
  await database.client.generationJob.updateMany({
    where: { accountId, status: 'PROCESSING' },
    data: { leaseUntil: new Date(0) },
  });
  const second = await startApiProcess(services, env);
  await expect.poll(async () => (await statusOf()).PROCESSING ?? 0).toBe(0);

  const jobs = await database.client.generationJob.findMany({ where: { accountId } });
  const entries = await database.client.ledgerEntry.findMany({ where: { accountId }, orderBy: { createdAt: 'asc' } });
  const completed = jobs.filter(({ status }) => status === 'COMPLETED');
  const charges = entries.filter(({ kind }) => kind === 'charge');
  const refunds = entries.filter(({ kind }) => kind === 'refund');
  // Every charge has its job, every job its charge; those that came to nothing were given back once each.
  expect(charges.map(({ id }) => id).toSorted()).toEqual(jobs.flatMap(({ chargeId }) => chargeId ?? []).toSorted());
  expect(charges.every(({ delta }) => delta === -price)).toBe(true);
  const failed = jobs.filter(({ status }) => status !== 'COMPLETED');
  expect(refunds.map(({ ref }) => ref).toSorted()).toEqual(
    failed.map(({ chargeId }) => `refund:${chargeId}`).toSorted(),
  );
  expect(await balance()).toBe(MONTH - completed.length * price);
  // What a caller has was paid for. An answer that was lost on its way out was made all the same: a handful at most.
  expect(completed.length).toBeGreaterThanOrEqual(delivered);
  expect(completed.length - delivered).toBeLessThan(20);
  process.stdout.write(
    `Killed among ${callCount} charged calls: ${charges.length} charged, ${delivered} answered, ${completed.length} ` +
      `completed, ${refunds.length} given back\n`,
  );

  // The account works on, up to its last credit and no further.
  isSlow = false;
  for (let round = 0; round < 30 && (await balance()) > 0; round += 1) {
    await Promise.all(Array.from({ length: 20 }, () => ask(second.address)));
  }
  expect(await balance()).toBe(0);
  expect(await ask(second.address)).toBe(402);
  second.kill('SIGTERM');
  expect(await second.exited).toBe(0);
}

it('continues videos after all processes were killed: each is charged once, or refunded once if it fails', {
  tags: 'full',
  timeout: 300_000,
}, async () => {
  const film = await readFile(path.join(import.meta.dirname, '../fixtures/sample.mp4'));
  const fal = await startPatientFal(film);
  const env = { ...fal.env, OUTBOUND_PRIVATE_HOSTS: '127.0.0.1', OUTBOUND_PORTS: 'any' };
  const running = new Set<Program>();
  const boot = async (): Promise<ApiProcess> => {
    for (const program of ['scheduler', 'farm'] as const) {
      running.add(spawnOn(services, program, { ...env, ...(program === 'farm' ? { SLOTS: '1' } : {}) }));
    }
    const api = await startApiProcess(services, env);
    running.add(api);
    return api;
  };
  const endAll = async (signal: 'SIGKILL' | 'SIGTERM') => {
    const ended = [...running].map(({ exited }) => exited);
    for (const program of running) program.kill(signal);
    running.clear();
    return Promise.all(ended);
  };
  // What becomes of a film while nobody is there, or that its file was on its way already.
  const names = ['paid', 'failed', 'fetched'] as const;
  const owners = await Promise.all(names.map(async (name) => ({ name, ...(await customer()) })));

  try {
    const first = await boot();
    for (const { name, key } of owners) {
      const { status, body } = await call(first, key, 'POST', '/v1/ai/videos', { prompt: name });
      expect([status, body.credits]).toEqual([202, { charged: 100, remaining: MONTH - 100 }]);
    }
    await expect.poll(() => fal.orders.length).toBe(3);
    fal.holdsFilms = true;
    fal.states.set('fetched', 'done');
    await expect.poll(() => fal.fetched).toEqual(['fetched']);
    const accountIds = owners.map(({ accountId }) => accountId);
    const jobsNow = () => database.client.generationJob.findMany({ where: { accountId: { in: accountIds } } });
    expect((await jobsNow()).map(({ status }) => status)).toEqual(['PROCESSING', 'PROCESSING', 'PROCESSING']);
    await endAll('SIGKILL');

    fal.holdsFilms = false;
    fal.states.set('paid', 'done');
    fal.states.set('failed', 'failed');
    // Minutes pass: the dead processes hold no step any more.
    await database.client.generationJob.updateMany({ data: { leaseUntil: new Date(0) }, where: { kind: 'video' } });
    const [second] = await Promise.all([boot(), startApiProcess(services, env).then((api) => running.add(api))]);
    await expect.poll(async () => (await jobsNow()).filter(({ status }) => status === 'PROCESSING')).toEqual([]);

    for (const { name, key, accountId } of owners) {
      const isDelivered = name !== 'failed';
      const { id } = await database.client.generationJob.findFirstOrThrow({ where: { accountId } });
      const { body } = await call(second, key, 'GET', `/v1/ai/jobs/${id}`);
      expect(body.job, name).toMatchObject({ status: isDelivered ? 'COMPLETED' : 'FAILED' });
      const entries = await database.client.ledgerEntry.findMany({
        where: { accountId },
        orderBy: { createdAt: 'asc' },
      });
      const paid = entries.filter(({ kind }) => kind !== 'grant').map(({ kind, delta }) => [kind, delta]);
      expect(paid, name).toEqual(
        isDelivered
          ? [['charge', -100]]
          : [
              ['charge', -100],
              ['refund', 100],
            ],
      );
      // The kind is known once a node has probed the film.
      const films = async () => {
        const rows = await database.client.media.findMany({ where: { accountId, kind: 'video' } });
        return rows.map((row) => row.id);
      };
      await expect.poll(films).toEqual(isDelivered ? [body.job.media.id] : []);
      if (!isDelivered) continue;
      const seen = async () => (await call(second, key, 'GET', `/v1/media/${body.job.media.id}`)).body.media;
      await expect.poll(seen).toMatchObject({ status: 'READY', ingest: { picture: 'READY', error: null } });
      const file = await fetch(`${second.address}${(await seen()).url}`);
      expect(film.equals(Buffer.from(await file.arrayBuffer())), `${name}: the bytes of the film`).toBe(true);
    }
    // A film that was ordered is never ordered again.
    expect(fal.orders.toSorted()).toEqual(names.toSorted());
    expect(new Set(await endAll('SIGTERM'))).toEqual(new Set([0]));
  } finally {
    for (const program of running) program.kill('SIGKILL');
    await fal.close();
  }
});

async function call({ address }: ApiProcess, key: string, method: string, url: string, body?: object) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${address}${url}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose shape is what they check
  return { status: answer.status, body: (await answer.json()) as any };
}

const scopes = ['ai.transcribe', 'ai.video', 'media.read'] as const;

/** Creates an account with an API key and an audio file of `seconds` seconds. */
async function customer(seconds = 600) {
  const [accountId, appId, mediaId] = [newId('acc'), newId('app'), newId('med')];
  const apps = { create: { id: appId, name: 'App', scopes: [...scopes] } };
  await database.client.account.create({
    data: { id: accountId, email: `${accountId}@test.example`, name: 'A', plan: 'studio', apps },
  });
  const { key } = await issueKey(database, { accountId, appId, environment: 'live', scopes: [...scopes] });
  const objectKey = `uploads/${mediaId}.wav`;
  const store = await createObjectStore({ kind: 'folder', root: path.join(services.folder, 'objects') });
  await store.put(objectKey, Buffer.from('RIFF'), { contentType: 'audio/wav' });
  await database.client.media.create({
    data: {
      ...{ id: mediaId, accountId, name: 'speech.wav', status: 'READY', kind: 'audio', mimeType: 'audio/wav' },
      ...{ sizeBytes: 4, durationSec: seconds, hasAudio: true, sha256: 'a'.repeat(64), objectKey },
    },
  });
  return { accountId, key, mediaId };
}

/** Starts a server that answers transcriptions as OpenAI does: after 0.2 to 3 s while `isSlow`, else at once. */
function slowProvider(): Promise<FileServer> {
  let asked = 0;
  const answer = { text: 'hello', language: 'english', words: [{ word: 'hello', start: 0, end: 1 }] };
  return startFileServer((request, response) => {
    request.resume();
    asked += 1;
    const waitMs = isSlow ? 200 + ((asked * 37) % 100) * 28 : 0;
    request.once('end', () => {
      setTimeout(
        () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
        waitMs,
      );
    });
  });
}
