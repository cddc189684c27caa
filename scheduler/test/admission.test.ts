import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createDatabase } from '@framemill/infra';
import { imageDocument, shapeDocument } from '@framemill/testing/documents';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { type Clip, FramemillError } from '@framemill/timeline';
import { describe, expect, it, vi } from 'vitest';
import { admit as admitWith } from '../src/admission/admit.ts';
import { mediaOf } from '../src/admission/snapshot.ts';
import { defaultPlans } from '../src/plans/index.ts';
import { objectKeys, parseRenderSnapshot } from '../src/protocol/index.ts';

const stack = forSuite(openStack);

const options = { format: 'mp4', quality: 'standard', resolution: 'full', environment: 'live' } as const;
const admit = (accountId: string, projectId: string) => stack.client.admit({ accountId, projectId, ...options });
const exportsUsed = async (id: string) =>
  (await stack.database.client.account.findUniqueOrThrow({ where: { id } })).exportsUsed;

describe('admission', () => {
  it('queues a render and freezes its document before anybody can see it', async () => {
    const account = await stack.account('studio');
    const project = await stack.project(account, 4);
    const { render, applied } = await admit(account, project);
    expect(render).toMatchObject({ status: 'PENDING', progress: 0, url: null, error: null, projectId: project });
    expect(render.frames).toEqual({ done: 0, total: 120 });
    expect(applied).toEqual({ resolution: 'full', watermark: false, priority: true });
    const { body } = await stack.store.get(objectKeys.document(render.id));
    const snapshot = parseRenderSnapshot(JSON.parse(await text(body)));
    expect(snapshot.profile).toMatchObject({ width: 1920, height: 1080, watermark: false });
    await stack.database.client.project.delete({ where: { id: project } });
    expect((await stack.row(render.id)).status).toBe('PENDING');
  });

  it('mirrors the record so that the first poll finds it', async () => {
    const account = await stack.account();
    const { render } = await admit(account, await stack.project(account));
    const mirror = JSON.parse((await stack.redis.get(`fm:render:${render.id}`)) ?? 'null');
    expect(mirror).toEqual({ accountId: account, record: render, readMs: expect.any(Number) });
  });

  it('never exceeds the concurrent renders of the plan, however many come at once', async () => {
    const account = await stack.account('studio');
    const project = await stack.project(account);
    const answers = await Promise.allSettled(Array.from({ length: 20 }, () => admit(account, project)));
    const refused = answers.filter((answer) => answer.status === 'rejected').map((answer) => answer.reason);
    expect(refused.length).toBe(15);
    for (const error of refused) expect(error).toMatchObject({ code: 'quota_exceeded', details: { limit: 5 } });
    expect(await stack.database.client.render.count({ where: { accountId: account } })).toBe(5);
    expect(await exportsUsed(account)).toBe(5);
  });

  it("goes by an account's own limits before those of its plan", async () => {
    const limits = { concurrentRenders: 3, exportsPerMonth: 4, maxExportHeight: 360 };
    const account = await stack.account('hobby', { limits });
    const project = await stack.project(account);
    const { applied, render } = await admit(account, project);
    expect(applied).toMatchObject({ maxHeight: 360, cappedByPlan: true, watermark: true });
    expect(await stack.row(render.id)).toMatchObject({ weight: 3 });
    const answers = await Promise.allSettled(Array.from({ length: 9 }, () => admit(account, project)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await stack.database.client.render.updateMany({ where: { accountId: account }, data: { status: 'COMPLETED' } });
    await admit(account, project);
    await expect(admit(account, project)).rejects.toMatchObject({
      code: 'quota_exceeded',
      details: { what: 'exports', limit: 4 },
    });
    const free = await stack.account('hobby', { limits: { exportsPerMonth: null }, exportsUsed: 10 });
    await admit(free, await stack.project(free));
  });

  it('refuses at the last export of the month and allows again in the next', async () => {
    const account = await stack.account('hobby', { exportsUsed: 10, createdAt: new Date('2026-01-05T00:00:00Z') });
    const project = await stack.project(account);
    await expect(admit(account, project)).rejects.toMatchObject({
      code: 'quota_exceeded',
      details: { what: 'exports' },
    });
    const lastMonth = new Date(Date.now() - 40 * 86_400_000);
    await stack.database.client.account.update({ where: { id: account }, data: { periodStart: lastMonth } });
    await admit(account, project);
    expect(await exportsUsed(account)).toBe(1);
  });

  it('caps the size by the plan and burns the watermark in where the plan lacks its removal', async () => {
    const account = await stack.account('hobby');
    const { applied, render } = await admit(account, await stack.project(account));
    expect(applied).toEqual({
      resolution: 'full',
      watermark: true,
      priority: false,
      maxHeight: 720,
      cappedByPlan: true,
    });
    expect((await stack.row(render.id)).profile).toMatchObject({ width: 1280, height: 720, watermark: true });
  });

  it("answers another account's project as if there were none", async () => {
    const owner = await stack.account();
    const other = await stack.account();
    const project = await stack.project(owner);
    await expect(admit(other, project)).rejects.toMatchObject({ code: 'not_found' });
    await expect(admit(other, 'prj_none')).rejects.toMatchObject({ code: 'not_found' });
    expect(await exportsUsed(other)).toBe(0);
  });

  it('refuses a project without clips', async () => {
    const account = await stack.account();
    const project = await stack.project(account, { ...shapeDocument(1, '#fff'), clips: [] });
    await expect(admit(account, project)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('names the clip whose source is unknown, not ready, broken or of another account', async () => {
    const account = await stack.account();
    const other = await stack.account();
    const media = async (accountId: string, status: string, error: string | null = null) => {
      const id = `med_${randomUUID()}`;
      const file = { name: `${status}.png`, sizeBytes: 1n, sha256: id, objectKey: `uploads/${id}.png` };
      await stack.database.client.media.create({ data: { id, accountId, status, error, ...file } });
      return id;
    };
    const cases: [string, RegExp][] = [
      ['med_none', /Clip "c1".*unknown/],
      ['/uploads/med_none.png', /Clip "c1".*unknown/],
      ['/fixtures/none.png', /Clip "c1".*no test file/],
      ['http://example.org/a.png', /Clip "c1".*unknown/],
      [await media(account, 'PROCESSING'), /Clip "c1".*still being checked/],
      [await media(account, 'FAILED', 'no picture in it'), /Clip "c1".*no picture in it/],
      [await media(other, 'READY'), /Clip "c1".*unknown/],
    ];
    for (const [src, message] of cases) {
      const project = await stack.project(account, imageDocument(src));
      await expect(admit(account, project)).rejects.toMatchObject({
        code: 'invalid_request',
        message: expect.stringMatching(message),
        details: { clipId: 'c1' },
      });
    }
    expect(await exportsUsed(account)).toBe(0);
  });

  it('looks up .cube files of looks, pictures of masks and fonts of texts, and their kinds', async () => {
    const account = await stack.account();
    const document = shapeDocument(2, '#000000');
    const named = (look: Partial<Clip>) => {
      const clips = document.clips.map((clip) => ({ ...clip, ...look }));
      return mediaOf({ database: stack.database, store: stack.store }, account, { ...document, clips });
    };
    const gone = { code: 'invalid_request', details: { clipId: 'c1', src: 'med_gone' } };
    await expect(named({ grade: { lut: { src: 'med_gone' } } })).rejects.toMatchObject(gone);
    await expect(named({ mask: { shape: 'image', src: 'med_gone' } })).rejects.toMatchObject(gone);
    const id = `med_${randomUUID()}`;
    const sizes = { width: 2, height: 2, durationSec: null, fps: null, hasAudio: false };
    const facts = { kind: 'image', sha256: 'b'.repeat(64), mimeType: 'image/png', sizeBytes: 1, ...sizes };
    const file = { name: 'a.png', sizeBytes: 1n, sha256: id, objectKey: `uploads/${id}.png` };
    await stack.database.client.media.create({ data: { id, accountId: account, status: 'READY', facts, ...file } });
    await expect(named({ grade: { lut: { src: id } } })).rejects.toThrow(
      /has a LUT with the source .* of kind image. Use updateEffect/,
    );
    const textStyle = { content: 'Hello', fontFamily: `/uploads/${id}.png` };
    await expect(named({ textStyle })).rejects.toThrow(/has a font with the source .* of kind image. Use setTextStyle/);
    await expect(named({ textStyle: { ...textStyle, fontFamily: 'med_gone' } })).rejects.toMatchObject(gone);
    expect(await named({ textStyle: { ...textStyle, fontFamily: 'Papyrus' } })).toEqual({});
    expect(Object.keys(await named({ mask: { shape: 'image', src: id } }))).toEqual([id]);
  });

  it('refuses at once what no node could reach in time, and takes what is within reach of the same file', async () => {
    const account = await stack.account('team');
    const id = `med_${randomUUID()}`;
    const image = { kind: 'video', mimeType: 'image/gif', width: 7000, height: 7000, hasAudio: false } as const;
    const seek = { pixels: 4.9e12, outOfReach: [{ fromSec: 52, toSec: null }] };
    const facts = { ...image, sha256: 'c'.repeat(64), sizeBytes: 1, durationSec: 8000, fps: 12.5, seek };
    const file = { name: 'a.gif', sizeBytes: 1n, sha256: facts.sha256, objectKey: `uploads/${id}.gif` };
    await stack.database.client.media.create({ data: { id, accountId: account, status: 'READY', facts, ...file } });
    const document = imageDocument(id);
    const from = (mediaStart: number) => ({
      ...document,
      clips: document.clips.map((clip) => ({ ...clip, type: 'video' as const, mediaStart, mediaDuration: 8000 })),
    });
    await expect(admit(account, await stack.project(account, from(7990)))).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/clip "c1".*its frame at 7990 s takes too long to reach.*key frame/),
      details: { clipId: 'c1', src: id },
    });
    expect(await exportsUsed(account)).toBe(0);
    await admit(account, await stack.project(account, from(10)));
    expect(await exportsUsed(account)).toBe(1);
  });

  it('takes a source by media id, by its url and from the fixtures', async () => {
    const account = await stack.account('team');
    const id = `med_${randomUUID()}`;
    const facts = {
      kind: 'image',
      sha256: 'a'.repeat(64),
      mimeType: 'image/png',
      sizeBytes: 1,
      width: 2,
      height: 2,
      durationSec: null,
      fps: null,
      hasAudio: false,
    };
    const objectKey = `uploads/${id}.png`;
    const row = { id, accountId: account, name: 'a', status: 'READY', sizeBytes: 1n, sha256: facts.sha256, objectKey };
    await stack.database.client.media.create({ data: { ...row, facts } });
    await stack.store.put(objectKeys.fixtureIndex, Buffer.from(JSON.stringify({ 'dot.png': facts })));
    for (const [src, key] of [
      [id, objectKey],
      [`/${objectKey}`, objectKey],
      ['/fixtures/dot.png', 'fixtures/dot.png'],
    ] as const) {
      const { render } = await admit(account, await stack.project(account, imageDocument(src)));
      const { body } = await stack.store.get(objectKeys.document(render.id));
      const snapshot = parseRenderSnapshot(JSON.parse(await text(body)));
      expect(snapshot.media).toEqual({ [src]: { objectKey: key, facts } });
    }
  });

  it('is no deadlock when more admissions come at once than the database has connections', async () => {
    await stack.store.put(objectKeys.fixtureIndex, Buffer.from('{}'));
    const accounts = await Promise.all(Array.from({ length: 30 }, () => stack.account()));
    const answers = await Promise.allSettled(
      accounts.map(async (account) => admit(account, await stack.project(account, imageDocument('med_none')))),
    );
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'invalid_request' } });
    }
  });

  it('holds neither the account nor a connection while the object store is slow', async () => {
    const database = createDatabase(stack.services.databaseUrl, { poolSize: 2 });
    const stuck = Promise.withResolvers<void>();
    let asked = 0;
    const slow = {
      ...stack.store,
      put: () => {
        asked += 1;
        return stuck.promise;
      },
    };
    const account = await stack.account('studio');
    const projectId = await stack.project(account);
    const input = { ...options, accountId: account, projectId };
    const admissions = Array.from({ length: 4 }, () =>
      admitWith({ database, store: slow, plans: defaultPlans }, input),
    );
    const ends = Promise.allSettled(admissions);
    try {
      await vi.waitFor(() => expect(asked).toBe(4), 100_000);
      const other = await stack.account('studio');
      await admitWith(
        { database, store: stack.store, plans: defaultPlans },
        { ...input, accountId: other, projectId: await stack.project(other) },
      );
      await admitWith({ database, store: stack.store, plans: defaultPlans }, input);
      expect(await exportsUsed(account)).toBe(1);
    } finally {
      stuck.reject(new FramemillError('unavailable', 'the store is away'));
    }
    for (const end of await ends) expect(end).toMatchObject({ reason: { code: 'unavailable' } });
    expect(await exportsUsed(account)).toBe(1);
    await database.close();
  });

  it('answers a test key with a finished fixture and charges nothing', async () => {
    const account = await stack.account('hobby', { exportsUsed: 10 });
    const projectId = await stack.project(account);
    const { render } = await stack.client.admit({ ...options, accountId: account, projectId, environment: 'test' });
    expect(render).toMatchObject({ status: 'COMPLETED', progress: 100, url: '/fixtures/sample.mp4' });
    const { createdAt, startedAt, completedAt } = render;
    expect([startedAt, completedAt]).toEqual([createdAt, createdAt]);
    expect(await exportsUsed(account)).toBe(10);
  });
});

describe('cancel', () => {
  it('gives the export back exactly once, however many cancel at once', async () => {
    const account = await stack.account();
    const { render } = await admit(account, await stack.project(account));
    expect(await exportsUsed(account)).toBe(1);
    const cancel = () => stack.client.cancel({ accountId: account, renderId: render.id });
    const answers = await Promise.allSettled([cancel(), cancel(), cancel(), cancel()]);
    expect(answers.filter((answer) => answer.status === 'fulfilled').length).toBe(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') {
        expect(answer.reason).toMatchObject({ code: 'invalid_request', details: { conflictCode: 'render_finished' } });
      }
    }
    expect(await exportsUsed(account)).toBe(0);
    expect((await stack.row(render.id)).status).toBe('CANCELLED');
    const mirror = JSON.parse((await stack.redis.get(`fm:render:${render.id}`)) ?? 'null');
    expect(mirror.record.status).toBe('CANCELLED');
  });

  it("does not know another account's render", async () => {
    const account = await stack.account();
    const { render } = await admit(account, await stack.project(account));
    const cancel = stack.client.cancel({ accountId: await stack.account(), renderId: render.id });
    await expect(cancel).rejects.toMatchObject({ code: 'not_found' });
    expect((await stack.row(render.id)).status).toBe('PENDING');
  });
});
