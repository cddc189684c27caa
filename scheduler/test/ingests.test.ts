import { randomUUID } from 'node:crypto';
import { nodeError } from '@framemill/testing/fake-node';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { completeMedia, listQuarantine, planIngest, releaseQuarantine } from '../src/index.ts';
import type { IngestJob } from '../src/protocol/index.ts';
import { createGuard } from './gate.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const nothing = { poster: null, proxy: null, analysisKey: null, waveformKey: null };
const made = ({ part, mediaId }: IngestJob) =>
  part === 'sound'
    ? { ...nothing, analysisKey: `analyses/${mediaId}`, waveformKey: `waveforms/${mediaId}` }
    : { ...nothing, poster: { objectKey: `posters/${mediaId}.jpg`, width: 640, height: 360 } };

const facts = {
  kind: 'video' as const,
  sha256: 'b'.repeat(64),
  mimeType: 'video/mp4',
  sizeBytes: 10,
  width: 640,
  height: 360,
  durationSec: 2,
  fps: 30,
  hasAudio: true,
};

/** Creates the record of a video with audio that has just been probed, and returns its id. */
async function media(accountId?: string): Promise<string> {
  const id = `med_${randomUUID()}`;
  const owner = accountId ?? (await stack.account());
  await stack.database.client.$transaction(async (tx) => {
    const file = { name: 'a.mp4', sizeBytes: 10n, sha256: id, objectKey: `uploads/${id}.mp4` };
    await tx.media.create({ data: { id, accountId: owner, ...file, status: 'READY', facts } });
    await planIngest(tx, id, facts);
  });
  return id;
}

const parts = (mediaId: string) =>
  stack.database.client.ingest.findMany({ where: { mediaId }, orderBy: { part: 'asc' } });

function becomes(mediaId: string, expected: object[]): Promise<void> {
  return vi.waitFor(async () => expect(await parts(mediaId)).toMatchObject(expected), {
    timeout: 100_000,
    interval: 50,
  });
}

describe('a media record whose probe was answered', () => {
  const client = () => stack.database.client;
  const uploaded = async (status: string) => {
    const id = `med_${randomUUID()}`;
    const file = { name: 'a.mp4', sizeBytes: 10n, sha256: id, objectKey: `uploads/${id}.mp4` };
    return client().media.create({ data: { id, accountId: await stack.account(), ...file, status } });
  };

  it('is completed once, by whoever is first: the upload that waits or the leader', async () => {
    const row = await uploaded('PROCESSING');
    const both = await Promise.all(
      [1, 2].map((seconds) =>
        client().$transaction((tx) => completeMedia(tx, row, { ...facts, durationSec: seconds })),
      ),
    );
    expect(both.toSorted()).toEqual([false, true]);
    const { durationSec, status } = await client().media.findUniqueOrThrow({ where: { id: row.id } });
    expect([durationSec, status]).toEqual([both.indexOf(true) + 1, 'READY']);
    expect(await parts(row.id)).toMatchObject([{ part: 'picture' }, { part: 'sound' }]);
  });

  it('stays as it is when it was given up, and is not made again when it was deleted', async () => {
    const row = await uploaded('FAILED');
    const late = () => client().$transaction((tx) => completeMedia(tx, row, facts));
    expect(await late()).toBe(false);
    expect(await client().media.findUniqueOrThrow({ where: { id: row.id } })).toMatchObject({ status: 'FAILED' });
    expect(await parts(row.id)).toEqual([]);
    await client().media.delete({ where: { id: row.id } });
    expect(await late()).toBe(false);
  });

  it('keeps the name that it got meanwhile', async () => {
    const row = await uploaded('PROCESSING');
    await client().media.update({ where: { id: row.id }, data: { name: 'Beach' } });
    await client().$transaction((tx) => completeMedia(tx, row, facts));
    expect(await client().media.findUniqueOrThrow({ where: { id: row.id } })).toMatchObject({ name: 'Beach' });
  });
});

describe('an ingest', () => {
  it('is done part by part, and its results are noted', async () => {
    await stack.startNode({ onIngest: async (job) => made(job) });
    await stack.startScheduler();
    const id = await media();
    await becomes(id, [
      { part: 'picture', status: 'DONE', attempt: 1 },
      { part: 'sound', status: 'DONE', attempt: 1, result: { analysisKey: `analyses/${id}` } },
    ]);
    const row = await stack.database.client.media.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: 'READY', posterKey: `posters/${id}.jpg` });
  });

  it('that fails is tried three times, and the media stays as usable as it was', async () => {
    let tries = 0;
    await stack.startNode({
      onIngest: async (job) => {
        if (job.part === 'sound') return made(job);
        tries += 1;
        throw nodeError({ kind: 'failed', code: 'internal_error', message: 'the child ended' });
      },
    });
    await stack.startScheduler();
    const id = await media();
    await becomes(id, [
      { part: 'picture', status: 'FAILED', error: 'the child ended' },
      { part: 'sound', status: 'DONE' },
    ]);
    expect(tries).toBe(3);
    const row = await stack.database.client.media.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ status: 'READY', error: null, posterKey: null });
  });

  it('that ends its process on its file twice puts the file in quarantine, until it is released', async () => {
    let tries = 0;
    let isMended = false;
    const mediaSha256 = 'c'.repeat(64);
    const message = 'The render process ended (crash, signal SIGABRT).';
    await stack.startNode({
      nodeId: 'n1',
      onIngest: async (job) => {
        if (job.part === 'sound' || isMended) return made(job);
        tries += 1;
        // Memory that ran out on the machine is no fault of the file.
        if (tries === 1) throw nodeError({ kind: 'interrupted', code: 'quota_exceeded', message, nodeId: 'n1' });
        throw nodeError({ kind: 'failed', code: 'internal_error', message, nodeId: 'n1', mediaSha256 });
      },
    });
    await stack.startScheduler();
    const accountId = await stack.account();
    const id = await media(accountId);
    const error =
      `The media "a.mp4" is in quarantine because it makes render processes fail (${message}). ` +
      'Upload another file.';
    await becomes(id, [
      { part: 'picture', status: 'FAILED', error },
      { part: 'sound', status: 'DONE' },
    ]);
    expect(tries).toBe(3);
    expect(await listQuarantine(stack, accountId)).toMatchObject([{ mediaSha256, failures: 2, renderId: null }]);
    isMended = true;
    await stack.database.client.media.update({ where: { id }, data: { sha256: mediaSha256 } });
    await releaseQuarantine(stack, { accountId, mediaSha256 });
    await becomes(id, [
      { part: 'picture', status: 'DONE', error: null },
      { part: 'sound', status: 'DONE' },
    ]);
  });

  it('of a file that cannot be decoded fails at once', async () => {
    let tries = 0;
    await stack.startNode({
      onIngest: async () => {
        tries += 1;
        throw nodeError({ kind: 'fatal', code: 'invalid_request', message: 'no picture can be decoded' });
      },
    });
    await stack.startScheduler();
    await becomes(await media(), [{ status: 'FAILED' }, { status: 'FAILED' }]);
    expect(tries).toBe(2);
  });

  it('of facts that cannot be read fails alone', async () => {
    const account = await stack.account();
    const unreadable = await media(account);
    const next = await media(account);
    await stack.database.client.media.update({ where: { id: unreadable }, data: { facts: { kind: 'video' } } });
    await stack.startNode({ onIngest: async (job) => made(job) });
    await stack.startScheduler();
    await becomes(next, [{ status: 'DONE' }, { status: 'DONE' }]);
    const error = expect.stringContaining('media facts');
    await becomes(unreadable, [
      { status: 'FAILED', error },
      { status: 'FAILED', error },
    ]);
  });

  it('goes to another node when its node dies, which is no failure', async () => {
    const never = createGuard();
    const taken = createGuard();
    const victim = await stack.startNode({
      onIngest: async (job) => {
        if (job.part === 'sound') return made(job);
        taken.open();
        await never.passed;
        return made(job);
      },
    });
    await stack.startScheduler();
    const id = await media();
    await taken.passed;
    await victim.kill();
    await stack.startNode({ onIngest: async (job) => made(job) });
    await becomes(id, [
      { part: 'picture', status: 'DONE', attempt: 2, failures: 0 },
      { part: 'sound', status: 'DONE' },
    ]);
    never.open();
  });

  it('is ordered again when Redis has lost it', async () => {
    const scheduler = await stack.startScheduler();
    const id = await media();
    await vi.waitFor(async () => expect(await stack.redis.zcard('{fm}:ingest-sound:prioritized')).toBe(1), {
      timeout: 100_000,
    });
    await scheduler.stop();
    for (const key of await stack.redis.keys('{fm}:ingest-*')) await stack.redis.del(key);
    await stack.startNode({ onIngest: async (job) => made(job) });
    await stack.startScheduler();
    await becomes(id, [{ status: 'DONE' }, { status: 'DONE' }]);
  });

  it('of one file does not wait for the hundred of another account', async () => {
    const crowd = await stack.account();
    for (let i = 0; i < 30; i++) await media(crowd);
    const single = await media();
    const order: string[] = [];
    await stack.startNode({
      onIngest: async (job) => {
        if (job.part === 'sound') order.push(job.mediaId);
        return made(job);
      },
    });
    await stack.startScheduler();
    await becomes(single, [{ status: 'DONE' }, { status: 'DONE' }]);
    expect(order.indexOf(single)).toBeLessThanOrEqual(4);
  });
});
