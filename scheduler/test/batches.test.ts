import { setTimeout as delay } from 'node:timers/promises';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { CLIP_DEFAULTS, type Clip, createDocument, type Document } from '@framemill/timeline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { BatchInput, BatchItemInput } from '../src/batches.ts';
import { redisChannels } from '../src/protocol/index.ts';
import { batchColumns, batchRecords } from '../src/records/index.ts';
import { sweepStore } from '../src/retention/sweep-store.ts';
import { createGuard } from './gate.ts';

const stack = forSuite(openStack);
afterEach(() => stack.quiet());

const rectangle = { kind: 'rectangle', width: 400, height: 200, fill: '#ffffff' } as const;

/** Returns a document of 10 s: an intro of 3 s and an outro of 3 s that every item shares, and 4 s with a name. */
function greeting(background: string): Document {
  const clip = (fields: Partial<Clip>): Clip => ({
    ...{ ...CLIP_DEFAULTS, id: 'c', type: 'shape', name: '', src: '', start: 0, duration: 3, trackIndex: 0 },
    ...{ mediaDuration: 0, shape: rectangle, ...fields },
  });
  const clips = [
    clip({ id: 'intro' }),
    clip({ id: 'name', type: 'text', start: 3, duration: 4, textStyle: { content: 'Hi {{name}}' } } as Partial<Clip>),
    clip({
      id: 'outro',
      start: 7,
      kfX: [
        { time: 0, value: 0 },
        { time: 3, value: 90 },
      ],
    }),
  ];
  return {
    ...createDocument({ background }),
    clips: clips.map(({ shape, ...one }) => (one.type === 'text' ? one : { ...one, ...(shape ? { shape } : {}) })),
  };
}

let colours = 0;
async function batchOf(count: number, more: Partial<BatchInput> = {}, plan = 'self-hosted') {
  const accountId = more.accountId ?? (await stack.account(plan));
  colours += 1;
  const document = greeting(`#0000${(16 + colours).toString(16)}`);
  const items = Array.from({ length: count }, (_, n) => ({ variables: { name: `Nr ${n}` }, reference: `r${n}` }));
  const input: BatchInput = {
    ...{ accountId, projectId: 'prj_batch', name: 'Greetings', format: 'mp4', quality: 'standard' },
    ...{ resolution: 'full', environment: 'live', document, items, ...more },
  };
  const batch = await stack.client.createBatch(input);
  return { accountId, id: batch.id, input };
}

async function recordOf(id: string) {
  const row = await stack.database.client.batch.findUniqueOrThrow({ where: { id }, select: batchColumns });
  const [record] = await batchRecords(stack.database, [row]);
  if (!record) throw new Error('no record');
  return record;
}

async function ends(id: string, status = 'COMPLETED', timeout = 40_000) {
  await vi.waitFor(async () => expect((await recordOf(id)).status).toBe(status), { timeout, interval: 50 });
  return recordOf(id);
}

const itemsOf = (batchId: string) =>
  stack.database.client.batchItem.findMany({ where: { batchId }, orderBy: { index: 'asc' } });

describe('a batch', () => {
  it('renders what its 20 items share once, and each item once', async () => {
    await stack.startScheduler();
    // Slower than the scheduler, also on a busy machine: how much of a batch goes out together depends on how much of
    // it waits.
    const node = await stack.startNode({ slots: 4, onFrames: () => delay(250) });
    const head = vi.spyOn(stack.store, 'head');
    const { id, accountId, input } = await batchOf(20);
    const { quote } = await stack.client.quoteBatch(input);
    const record = await ends(id);
    expect(record.counts).toEqual({ queued: 0, pending: 0, processing: 0, completed: 20, failed: 0, cancelled: 0 });
    expect([record.progress, record.total]).toEqual([100, 20]);
    // 10 segments an item: 6 of them the same in all, 4 its own.
    const keys = node.taken.flatMap(({ segments }) => segments.map(({ contentKey }) => contentKey));
    expect([keys.length, new Set(keys).size]).toEqual([6 + 20 * 4, 6 + 20 * 4]);
    // The node looks for the ten segments of each film that it joins. The plans look for the six that all share once.
    expect(head.mock.calls.length).toBeLessThanOrEqual(20 * 10 + 6);
    head.mockRestore();
    // Once it is known what a frame takes, the segments of an item go out together: other items fill the slots.
    expect(node.taken.length).toBeLessThan(60);
    expect(record.frames).toEqual({ total: 20 * 300, rendered: (6 + 20 * 4) * 30 });
    expect(record.segments).toEqual({ total: 200, reused: 200 - 86 });
    expect(quote).toMatchObject({
      ...{
        renders: 20,
        frames: { total: 6_000, toRender: 2_580 },
        segments: { total: 200, toRender: 86, reused: 114 },
      },
    });
    const renders = await stack.database.client.render.count({ where: { accountId } });
    expect(renders).toBe(20);
    const events = await stack.database.client.outboxEvent.findMany({ where: { accountId, type: 'batch.completed' } });
    expect(events.map(({ payload }) => payload)).toMatchObject([
      { id, status: 'COMPLETED', counts: { completed: 20 } },
    ]);
  });

  it('does not delay a render of another account while an item is being admitted', async () => {
    const other = await stack.account('hobby');
    const { id, accountId } = await batchOf(2, {}, 'hobby');
    await stack.database.client.$transaction(
      async (tx) => {
        // Admission waits for this lock.
        await tx.$queryRaw`SELECT 1 FROM "Account" WHERE id = ${accountId} FOR UPDATE`;
        await stack.startScheduler();
        await stack.startNode({ slots: 2 });
        await stack.reaches(await stack.render(other, await stack.project(other, 2)), 'COMPLETED');
        expect((await itemsOf(id)).map(({ status }) => status)).toEqual(['QUEUED', 'QUEUED']);
      },
      { timeout: 60_000 },
    );
    await ends(id);
  });

  it('tells pages that it has ended, also when it never was seen before', async () => {
    const { id, accountId } = await batchOf(2);
    const listener = stack.redis.duplicate();
    const reported: string[] = [];
    listener.on('message', (_channel, text) => reported.push(text));
    await listener.subscribe(redisChannels.accountEvents(accountId));
    await stack.database.client.batchItem.updateMany({ where: { batchId: id }, data: { status: 'CANCELLED' } });
    await stack.startScheduler();
    await ends(id);
    await vi.waitFor(
      () => expect(reported.map((text) => JSON.parse(text).record.status)).toEqual(['COMPLETED']),
      100_000,
    );
    listener.disconnect();
  });

  it('makes several files of each item, for one export each, and quotes all of them', async () => {
    await stack.startScheduler();
    await stack.startNode({ slots: 4 });
    const small = { format: 'webm', quality: 'draft', resolution: 'half' } as const;
    const { id, accountId, input } = await batchOf(3, {
      outputs: [{ ...small, aspect: '9:16' }, { format: 'srt' }],
      texts: { captions: true, chapters: false },
      delivery: { destinationId: 'dst_1', kind: 's3' },
    });
    const { quote } = await stack.client.quoteBatch(input);
    expect(quote).toMatchObject({ renders: 3, durationSec: 30, frames: { total: 3 * 2 * 300 } });
    expect(quote.allowance.exports.needed).toBe(3);
    const record = await ends(id);
    expect(record.outputs).toEqual([
      { format: 'mp4', quality: 'standard', resolution: 'full', aspect: null },
      { ...small, aspect: '9:16' },
      { format: 'srt', quality: 'standard', resolution: 'full', aspect: null },
    ]);
    expect(record.counts.completed).toBe(3);
    const { client } = stack.database;
    const items = await client.render.findMany({ where: { accountId, parentId: null } });
    expect(items.map(({ profile }) => profile)).toMatchObject(items.map(() => ({ texts: { captions: true } })));
    const files = await client.render.findMany({ where: { accountId, parentId: { not: null } } });
    expect(files.map(({ format, status }) => `${format} ${status}`).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 'srt COMPLETED'),
      ...Array.from({ length: 3 }, () => 'webm COMPLETED'),
    ]);
    const upright = files.filter(({ format }) => format === 'webm');
    for (const { aspect, profile } of upright) {
      const { width, height } = profile as { width: number; height: number };
      expect([aspect, width < height]).toEqual(['9:16', true]);
    }
    expect((await client.account.findUniqueOrThrow({ where: { id: accountId } })).exportsUsed).toBe(3);
    const deliveries = await client.delivery.findMany({ where: { accountId } });
    const sent = deliveries.map(
      ({ destinationId, reference, outputIndex }) => `${destinationId} ${reference} ${outputIndex}`,
    );
    expect(sent.sort()).toEqual(['r0', 'r1', 'r2'].flatMap((name) => [0, 1, 2].map((n) => `dst_1 ${name} ${n}`)));
  });

  it('applies the limits to the file of each item: one that exceeds them fails alone, and is checked again', async () => {
    await stack.startScheduler();
    const measured: string[] = [];
    await stack.startNode({
      slots: 4,
      onReport: async ({ renderId, limits }) => {
        expect(limits).toEqual({ maxBlackSec: 1 });
        measured.push(renderId);
        return measured.length === 1 ? ['2 s are black, at most 1 s may be'] : [];
      },
    });
    const { id, accountId } = await batchOf(2, { qc: { maxBlackSec: 1 } });
    const { counts } = await ends(id);
    expect(counts).toMatchObject({ completed: 1, failed: 1 });
    const failed = await stack.database.client.render.findUniqueOrThrow({ where: { id: measured[0] ?? '' } });
    expect(failed.errorMsg).toContain('does not meet a quality limit (qc): 2 s are black');
    await stack.client.retryBatch({ accountId, batchId: id });
    expect((await ends(id)).counts).toMatchObject({ completed: 2, failed: 0 });
    expect(measured.length).toBe(3);
  });

  it('that ended long ago is swept of its document, and is not tried again', async () => {
    await stack.startScheduler();
    await stack.startNode({ slots: 4 });
    const { id, accountId } = await batchOf(2, { items: [{ variables: { name: 'Ana' } }, { variables: {} }] });
    await ends(id);
    const { client } = stack.database;
    const completedAt = (days: number) => new Date(Date.now() - days * 86_400_000);
    await client.batch.update({ where: { id }, data: { completedAt: completedAt(29) } });
    expect((await sweepStore(stack)).rows.batches).toBe(0);
    await client.batch.update({ where: { id }, data: { completedAt: completedAt(31) } });
    expect((await sweepStore(stack)).rows.batches).toBe(1);
    expect((await sweepStore(stack)).rows.batches).toBe(0);
    expect(await recordOf(id)).toMatchObject({ status: 'COMPLETED', counts: { completed: 1, failed: 1 } });
    await expect(stack.client.retryBatch({ accountId, batchId: id })).rejects.toMatchObject({
      ...{ code: 'invalid_request', details: { conflictCode: 'batch_swept' } },
    });
    expect((await itemsOf(id))[1]?.status).toBe('FAILED');
  });

  it('takes the places that the plan leaves, and never more', async () => {
    const most = { running: 0 };
    await stack.startScheduler();
    await stack.startNode({
      slots: 8,
      onFrames: async (job) => {
        const where = { accountId: job.accountId, status: { in: ['PENDING', 'PROCESSING'] } };
        most.running = Math.max(most.running, await stack.database.client.render.count({ where }));
      },
    });
    const { id, accountId } = await batchOf(9, {}, 'studio');
    await ends(id);
    // Of 5 places one stays free for single renders.
    expect(most.running).toBe(4);
    const account = await stack.database.client.account.findUniqueOrThrow({ where: { id: accountId } });
    expect(account.exportsUsed).toBe(9);
  });

  it('fails items whose values make no film, ends all the same, and tries them again when asked', async () => {
    await stack.startScheduler();
    await stack.startNode({ slots: 4 });
    const items: BatchItemInput[] = [
      { variables: { name: 'Ana' } },
      { variables: { nane: 'x' } },
      { variables: { name: 'Bo' } },
    ];
    const { id, accountId } = await batchOf(3, { items });
    const record = await ends(id);
    expect(record.counts).toMatchObject({ completed: 2, failed: 1 });
    const [first, second] = await itemsOf(id);
    expect(second).toMatchObject({ status: 'FAILED', error: expect.stringContaining('nane'), renderId: null });
    await stack.database.client.batchItem.update({
      where: { batchId_index: { batchId: id, index: 1 } },
      data: { variables: { name: 'mended' } },
    });
    const { items: again } = await stack.client.retryBatch({ accountId, batchId: id });
    expect(again).toBe(1);
    expect((await ends(id)).counts).toMatchObject({ completed: 3, failed: 0 });
    expect((await itemsOf(id))[0]?.renderId).toBe(first?.renderId);
    expect((await stack.client.retryBatch({ accountId, batchId: id })).items).toBe(0);
  });

  it('has items of different lengths where a clip lasts as long as its media', async () => {
    await stack.startScheduler();
    await stack.startNode({ slots: 4 });
    const accountId = await stack.account('self-hosted');
    const add = async (kind: 'video' | 'image', durationSec: number | null) => {
      const size = { width: 64, height: 64 };
      const time = { durationSec, fps: durationSec && 30, hasAudio: false };
      return (await stack.media(accountId, { kind, mimeType: 'video/mp4', ...size, ...time })).id;
    };
    const films = [await add('video', 4), await add('video', 1.5), await add('image', null)];
    const base = { ...CLIP_DEFAULTS, duration: 3, mediaDuration: 3, trackIndex: 0 };
    const film: Clip = { ...base, id: 'film', type: 'video', src: '{{film}}', start: 0, durationFrom: 'media' };
    const outro: Clip = { ...base, id: 'outro', type: 'shape', start: 3, shape: rectangle };
    const document = { ...createDocument(), clips: [film, outro] };
    const items = films.map((src) => ({ variables: { film: src } }));
    const { id, input } = await batchOf(3, { accountId, document, items });
    const two = await stack.client.quoteBatch({ ...input, items: items.slice(0, 2) });
    expect(two.quote).toMatchObject({ durationSec: 11.5, frames: { total: 345 } });
    expect((await ends(id)).counts).toMatchObject({ completed: 2, failed: 1 });
    const rows = await itemsOf(id);
    const frames = rows.map(async ({ renderId }) => {
      const where = { id: renderId ?? '' };
      return (await stack.database.client.render.findUnique({ where }))?.totalFrames ?? null;
    });
    expect(await Promise.all(frames)).toEqual([210, 135, null]);
    expect(rows[2]?.error).toMatch(/Clip "film" lasts as long as its media, but "med_.*" is an image/);
  });

  it('that is cancelled admits nothing more and ends what runs', async () => {
    await stack.startScheduler();
    const started = createGuard();
    await stack.startNode({
      slots: 2,
      onFrames: async (_job, signal) => {
        started.open();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    });
    const { id, accountId } = await batchOf(30);
    await started.passed;
    const cancelled = await stack.client.cancelBatch({ accountId, batchId: id });
    expect(cancelled.status).toBe('CANCELLED');
    await vi.waitFor(
      async () =>
        expect((await recordOf(id)).counts).toMatchObject({ queued: 0, pending: 0, processing: 0, cancelled: 30 }),
      { timeout: 100_000 },
    );
    const { exportsUsed } = await stack.database.client.account.findUniqueOrThrow({ where: { id: accountId } });
    expect(exportsUsed).toBe(0);
    await expect(stack.client.cancelBatch({ accountId, batchId: id })).rejects.toMatchObject({
      details: { conflictCode: 'batch_finished' },
    });
    await expect(stack.client.cancelBatch({ accountId: 'acc_other', batchId: id })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('is refused when the month has too few exports, and nothing is written', async () => {
    const accountId = await stack.account('hobby');
    await expect(batchOf(11, { accountId })).rejects.toMatchObject({
      ...{ code: 'quota_exceeded', details: { what: 'exports', limit: 10, used: 0 } },
    });
    expect(await stack.database.client.batch.count({ where: { accountId } })).toBe(0);
  });
});

describe('a segment that two renders need at the same time', () => {
  it('is made by the other when the one that makes it is cancelled', async () => {
    await stack.startScheduler();
    const [taken, go] = [createGuard(), createGuard()];
    const node = await stack.startNode({
      slots: 1,
      onFrames: async (_job, signal) => {
        taken.open();
        await Promise.race([
          go.passed,
          new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
        ]);
      },
    });
    const account = await stack.account('self-hosted');
    const project = await stack.project(account, 2);
    const first = await stack.render(account, project);
    await taken.passed;
    const second = await stack.render(account, project);
    await vi.waitFor(async () => expect((await stack.row(second)).stage).toBe('rendering'), { timeout: 100_000 });
    expect(await stack.database.client.task.count({ where: { renderId: second } })).toBe(0);
    await stack.client.cancel({ accountId: account, renderId: first });
    go.open();
    await stack.reaches(second, 'COMPLETED');
    expect(node.taken.filter(({ renderId }) => renderId === second).length).toBeGreaterThan(0);
  });
});

it('a scheduler that dies between items leaves none out and none twice', async () => {
  const first = await stack.startScheduler();
  await stack.startNode({ slots: 2 });
  const { id, accountId } = await batchOf(12);
  await vi.waitFor(async () => expect((await recordOf(id)).counts.completed).toBeGreaterThan(1), { timeout: 100_000 });
  const before = first.epoch() ?? 0;
  // The lock's connection is cut, as by kill -9: what it was doing is fenced.
  await stack.database.client.$executeRaw`
    SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  const second = await stack.startScheduler();
  const record = await ends(id);
  expect(record.counts.completed).toBe(12);
  expect(await stack.database.client.render.count({ where: { accountId } })).toBe(12);
  await vi.waitFor(
    () => expect([first.epoch() ?? 0, second.epoch() ?? 0].some((epoch) => epoch > before)).toBe(true),
    100_000,
  );
});
