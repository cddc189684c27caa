import { randomUUID } from 'node:crypto';
import { shapeDocument } from '@framemill/testing/documents';
import { forSuite } from '@framemill/testing/for-suite';
import { openStack } from '@framemill/testing/stack';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Ages, defaultPlans, recordEvent, type SweepReport, sweepStore } from '../src/index.ts';
import { objectKeys } from '../src/protocol/index.ts';
import { defaultAges } from '../src/retention/ages.ts';
import { holdUp } from './gate.ts';

const stack = forSuite(openStack);
beforeEach(async () => {
  await stack.startScheduler();
});
afterEach(() => stack.quiet());

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
const sweep = async (ages: Partial<Ages> = {}): Promise<SweepReport> => {
  const report = await sweepStore(stack, { ages });
  expect(report.failed).toEqual([]);
  return report;
};
/** Ages at which everything that may be removed is removed at once. */
const atOnce: Partial<Ages> = { orphanMs: 0, previewMs: 0, artifactInHandMs: 0 };
const exists = async (key: string) => (await stack.store.head(key)) !== null;

async function segmentKeys(account: string): Promise<string[]> {
  const rows = await stack.database.client.artifact.findMany({ where: { accountId: account } });
  return rows.map(({ contentKey, sha256 }) => objectKeys.segment(account, contentKey, sha256));
}

describe('the sweep', () => {
  it('removes segments that nobody has used for a month, and a later render makes them again', async () => {
    await stack.startNode();
    const account = await stack.account();
    const project = await stack.project(account, 3);
    await stack.reaches(await stack.render(account, project), 'COMPLETED');
    const keys = await segmentKeys(account);
    await stack.database.client.artifact.updateMany({
      where: { accountId: account },
      data: { lastUsedAt: daysAgo(29) },
    });
    expect((await sweep()).rows.artifacts).toBe(0);
    await stack.database.client.artifact.updateMany({
      where: { accountId: account },
      data: { lastUsedAt: daysAgo(31) },
    });
    const report = await sweep();
    expect(report.rows.artifacts).toBe(keys.length);
    expect(report.objects.segments).toBe(keys.length);
    expect(report.bytes.segments).toBeGreaterThan(0);
    for (const key of keys) expect(await exists(key)).toBe(false);
    const again = await stack.reaches(await stack.render(account, project), 'COMPLETED');
    expect(again.reusedSegments).toBe(0);
  });

  it('never removes what a render in progress uses, however old it is', async () => {
    const account = await stack.account();
    const middle = holdUp((range) => range === 3);
    await stack.startNode({ onFrames: middle.onFrames });
    const id = await stack.render(account, await stack.project(account, 6));
    await middle.reached;
    await vi.waitFor(
      async () => {
        const open = await stack.database.client.task.findMany({ where: { renderId: id, status: { not: 'DONE' } } });
        expect(open.map(({ status }) => status)).toEqual(['RELEASED']);
      },
      { timeout: 100_000 },
    );
    await stack.database.client.artifact.updateMany({
      where: { accountId: account },
      data: { lastUsedAt: daysAgo(99) },
    });
    const before = await segmentKeys(account);
    await sweep(atOnce);
    expect(before.length).toBeGreaterThan(0);
    expect(await segmentKeys(account)).toEqual(before);
    for (const key of before) expect(await exists(key)).toBe(true);
    expect(await exists(objectKeys.document(id))).toBe(true);
    middle.release();
    expect((await stack.reaches(id, 'COMPLETED')).doneFrames).toBe(180);
  });

  it('removes the longest unused segments of an account that has more than its plan stores', async () => {
    const account = await stack.account('hobby');
    const neighbour = await stack.account('creator');
    const own = await stack.account('hobby', { limits: { storageGb: 2 } });
    const gb = 1_000_000_000;
    await sweep();
    expect(defaultPlans.find('hobby').storageGb).toBe(1);
    const artifact = (accountId: string, content: string, age: number) => ({
      ...{ accountId, contentKey: content.repeat(64), sha256: content.repeat(64), frames: 30 },
      ...{ sizeBytes: BigInt(Math.round(0.4 * gb)), lastUsedAt: daysAgo(age) },
    });
    await stack.database.client.artifact.createMany({
      data: [
        artifact(account, '1', 3),
        artifact(account, '2', 2),
        artifact(account, '3', 0),
        ...['4', '5', '6'].map((content, age) => artifact(neighbour, content, age)),
        ...['7', '8', '9'].map((content, age) => artifact(own, content, age)),
      ],
    });
    expect((await sweep()).rows.artifacts).toBe(1);
    const left = await stack.database.client.artifact.findMany({
      where: { accountId: { in: [account, neighbour, own] } },
      orderBy: { contentKey: 'asc' },
    });
    expect(left.map(({ contentKey }) => contentKey[0])).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
  });

  it('removes objects that nothing names and leaves all others', async () => {
    await stack.startNode();
    const account = await stack.account();
    const done = await stack.reaches(await stack.render(account, await stack.project(account, 2)), 'COMPLETED');
    const mediaId = `med_${randomUUID()}`;
    const sha256 = 'a'.repeat(64);
    const data = { id: mediaId, accountId: account, name: 'a', sizeBytes: 1, sha256, objectKey: `uploads/${mediaId}` };
    await stack.database.client.media.create({ data });
    const kept = [
      ...(await segmentKeys(account)),
      done.exportKey ?? '',
      objectKeys.document(done.id),
      `uploads/${mediaId}`,
      objectKeys.poster(account, sha256, 'png'),
      objectKeys.proxy(account, sha256, 'b'.repeat(64)),
      objectKeys.fixture('sample.mp4'),
    ];
    const gone = {
      segments: objectKeys.segment(account, 'c'.repeat(64), 'd'.repeat(64)),
      documents: objectKeys.document('rnd_never_committed'),
      previews: objectKeys.previewDocument(account, 'e'.repeat(64)),
      frames: objectKeys.frame('f'.repeat(48), 'jpeg'),
      exports: 'exports/of-a-cancelled-render.mp4',
      uploads: 'uploads/med_deleted.mp4',
      ingests: objectKeys.waveform(account, 'd'.repeat(64)),
    };
    for (const key of [...kept, ...Object.values(gone)]) {
      if (!(await exists(key))) await stack.store.put(key, Buffer.from('x'));
    }
    expect(Object.values((await sweep()).objects).every((count) => count === 0)).toBe(true);
    const report = await sweep(atOnce);
    for (const key of Object.values(gone)) expect(await exists(key)).toBe(false);
    for (const key of kept) expect(await exists(key)).toBe(true);
    for (const count of Object.values(report.objects)) expect(count).toBeGreaterThanOrEqual(1);
    expect(Object.values((await sweep(atOnce)).objects).every((count) => count === 0)).toBe(true);
  });

  it('keeps frames with a given address as long as files of renders, and all others as long as previews', async () => {
    await stack.startNode();
    const rendered = { accountId: 'acc_1', document: shapeDocument(1, '#123456'), media: {}, atSec: 0 } as const;
    const [frame, kept] = await Promise.all(
      [false, true].map(async (keep) => {
        const request = { ...rendered, image: 'jpeg', scale: 0.5, timeoutMs: 200_000, keep } as const;
        return (await stack.client.requestFrame(request)).objectKey;
      }),
    );
    if (frame === undefined || kept === undefined) throw new Error('There is no frame.');
    await sweep(atOnce);
    expect([await exists(frame), await exists(kept)]).toEqual([false, true]);
    expect(defaultAges.keptFrameMs).toBeGreaterThanOrEqual(defaultAges.renderMs);
    const report = await sweep({ keptFrameMs: 0 });
    expect([await exists(kept), report.objects.frames, report.objects.exports]).toEqual([false, 1, 0]);
  });

  it('forgets segments, tasks and document of renders long ended, and keeps render and file', async () => {
    await stack.startNode();
    const account = await stack.account();
    const done = await stack.reaches(await stack.render(account, await stack.project(account, 2)), 'COMPLETED');
    await stack.database.client.render.update({ where: { id: done.id }, data: { completedAt: daysAgo(31) } });
    const report = await sweep({ orphanMs: 0 });
    expect(report.rows.renders).toBe(1);
    const { client } = stack.database;
    expect(await client.task.count({ where: { renderId: done.id } })).toBe(0);
    expect(await client.renderSegment.count({ where: { renderId: done.id } })).toBe(0);
    expect(await exists(objectKeys.document(done.id))).toBe(false);
    expect(await exists(done.exportKey ?? '')).toBe(true);
    expect((await stack.row(done.id)).status).toBe('COMPLETED');
  });

  it('forgets sessions, invitations and OAuth records whose end is past, and no others', async () => {
    const { client } = stack.database;
    const accountId = await stack.account('team');
    const organisationId = `org_${accountId}`;
    await client.organisation.create({ data: { id: organisationId, ownerId: accountId, name: 'North' } });
    const ends = { past: new Date(), future: new Date(Date.now() + dayMs) };
    for (const [name, expiresAt] of Object.entries(ends)) {
      const id = `${name}_${accountId}`;
      await client.session.create({ data: { id, accountId, hash: id, expiresAt } });
      await client.invitation.create({ data: { id, organisationId, email: 'b@example.org', hash: id, expiresAt } });
      await client.oauthRecord.create({ data: { kind: 'Grant', id, accountId, payload: {}, expiresAt } });
    }
    await client.oauthRecord.create({ data: { kind: 'Client', id: `kept_${accountId}`, accountId, payload: {} } });
    expect((await sweep()).rows.expired).toBeGreaterThanOrEqual(3);
    const ids = async (rows: Promise<{ id: string }[]>) => (await rows).map(({ id }) => id.split('_')[0]).sort();
    expect(await ids(client.session.findMany({ where: { accountId } }))).toEqual(['future']);
    expect(await ids(client.invitation.findMany({ where: { organisationId } }))).toEqual(['future']);
    expect(await ids(client.oauthRecord.findMany({ where: { accountId } }))).toEqual(['future', 'kept']);
  });

  it('forgets events that were passed on a week ago, and none that waits', async () => {
    const { client } = stack.database;
    const account = await stack.account();
    const payload = { remaining: 1, perMonth: 2, resetsAt: '2026-09-01T00:00:00.000Z' };
    for (const appId of ['old', 'new', 'waiting']) {
      const event = { type: 'credits.low', accountId: account, appId, payload } as const;
      await client.$transaction((tx) => recordEvent(tx, event));
    }
    const where = { accountId: account };
    await client.outboxEvent.updateMany({ where: { ...where, appId: 'old' }, data: { consumedAt: daysAgo(8) } });
    await client.outboxEvent.updateMany({ where: { ...where, appId: 'new' }, data: { consumedAt: daysAgo(1) } });
    await sweep();
    const left = await client.outboxEvent.findMany({ where, orderBy: { id: 'asc' } });
    expect(left.map(({ appId }) => appId)).toEqual(['new', 'waiting']);
  });
});
