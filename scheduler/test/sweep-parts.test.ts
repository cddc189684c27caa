import { readFile } from 'node:fs/promises';
import {
  connectPostgres,
  createDatabase,
  createLogger,
  createObjectStore,
  type Database,
  type ObjectStore,
} from '@framemill/infra';
import { forSuite } from '@framemill/testing/for-suite';
import { testServices } from '@framemill/testing/services';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SweepOptions, sweepStore } from '../src/index.ts';
import { objectKinds } from '../src/retention/object-kinds.ts';
import { sweepTimes } from '../src/retention/sweep-store.ts';

const services = forSuite(testServices);
const log = createLogger('sweep', { level: 'silent' });
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);
let database: Database;
let store: ObjectStore;
beforeAll(async () => {
  database = createDatabase(services.databaseUrl);
  store = await createObjectStore(services.objects);
  await account('acc_1');
});
afterAll(() => database.close());

const account = (id: string) =>
  database.client.account.create({ data: { id, email: `${id}@example.org`, name: 'a', plan: 'studio' } });
const sweep = (options: SweepOptions = {}) => sweepStore({ database, store, log }, options);

/** Runs `work` while another connection holds a lock that the part `sessions` of the sweep waits for. */
async function withSessionsLocked<T>(work: () => Promise<T>): Promise<T> {
  const holder = await connectPostgres(services.databaseUrl);
  await holder.query('BEGIN; LOCK TABLE "Session" IN ACCESS EXCLUSIVE MODE');
  try {
    return await work();
  } finally {
    await holder.end();
  }
}

describe('a part of the sweep', () => {
  it('that fails stops no other part, and only its time of success stays', async () => {
    expect((await sweep()).failed).toEqual([]);
    const before = new Map((await sweepTimes(database)).map(({ name, endedAt }) => [name, endedAt.getTime()]));
    const payload = { kind: 'Grant', id: 'old', accountId: 'acc_1', payload: {}, expiresAt: daysAgo(1) };
    await database.client.oauthRecord.create({ data: payload });
    await store.put('exports/of-a-cancelled-render.mp4', Buffer.from('x'));
    const report = await withSessionsLocked(() => sweep({ statementMs: 500, ages: { orphanMs: 0 } }));
    expect(report).toMatchObject({ failed: ['sessions'], rows: { expired: 1 }, objects: { exports: 1 } });
    const times = await sweepTimes(database);
    const unchanged = times.filter(({ name, endedAt }) => endedAt.getTime() === before.get(name));
    expect(unchanged.map(({ name }) => name)).toEqual(['sessions']);
    expect(times.length).toBe(before.size);
  });

  it('leaves no statement running in PostgreSQL when its client stops waiting', async () => {
    const hasty = createDatabase(services.databaseUrl, { answerMs: 300 });
    const running = () => database.client.$queryRaw<object[]>`
      SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%DELETE FROM "Session"%'
        AND state = 'active' AND pid <> pg_backend_pid()`;
    await withSessionsLocked(async () => {
      const { failed } = await sweepStore({ database: hasty, store, log }, { statementMs: 6_000 });
      expect(failed).toContain('sessions');
      expect(await running()).toHaveLength(1);
      await vi.waitFor(async () => expect(await running()).toEqual([]), { timeout: 100_000, interval: 50 });
    });
    await hasty.close();
  });

  it('removes artifacts although more than a batch of older ones are in use', async () => {
    await database.client.$executeRaw`
      INSERT INTO "Render" (id, "accountId", "projectId", status, format, quality, resolution, profile, "updatedAt")
      VALUES ('rnd_busy', 'acc_1', 'p', 'PROCESSING', 'mp4', 'high', 'full', '{}', now())`;
    await database.client.$executeRaw`
      INSERT INTO "RenderSegment" ("renderId", index, "startFrame", "endFrame", "contentKey")
      SELECT 'rnd_busy', i, 0, 1, 'busy' || i FROM generate_series(1, 700) AS i`;
    const artifacts = (name: string, count: number, days: number) => database.client.$executeRaw`
      INSERT INTO "Artifact" ("accountId", "contentKey", sha256, "sizeBytes", frames, "lastUsedAt")
      SELECT 'acc_1', ${name} || i, 'a', 1, 30, ${daysAgo(days)} FROM generate_series(1, ${count}::int) AS i`;
    await artifacts('busy', 700, 60);
    await artifacts('idle', 600, 40);
    await artifacts('young', 10, 20);
    expect(await sweep()).toMatchObject({ rows: { artifacts: 600 }, failed: [] });
    const left = await database.client.artifact.findMany({ select: { contentKey: true } });
    const names = left.map(({ contentKey }) => contentKey.replace(/\d+/, ''));
    expect(names.filter((name) => name === 'busy')).toHaveLength(700);
    expect(names.filter((name) => name !== 'busy')).toEqual(Array(10).fill('young'));
  });
});

describe('the daily comparison of totals', () => {
  const repaired: string[] = [];
  const compare = (options: SweepOptions = {}) => {
    repaired.length = 0;
    return sweepStore({ database, store, log, onRepaired: (kind) => repaired.push(kind) }, options);
  };
  const spoil = () =>
    database.client.total.updateMany({ where: { kind: 'segments' }, data: { amount: { increment: 5 } } });
  const setPosition = (position: string) =>
    database.client.sweepPart.update({ where: { name: 'totals' }, data: { position } });

  it('repairs what differs, once a day', async () => {
    await database.client.artifact.create({
      data: { accountId: 'acc_1', contentKey: 'total', sha256: 'a', sizeBytes: 7, frames: 1 },
    });
    await sweep();
    await spoil();
    expect((await compare()).rows.totals).toBe(0);
    await setPosition('2026-01-01');
    const { rows, failed } = await compare();
    // That of the account, and that of all accounts.
    expect([rows.totals, failed, repaired]).toEqual([2, [], ['segments', 'segments']]);
    await setPosition('2026-01-01');
    expect((await compare()).rows.totals).toBe(0);
  });

  it('continues where it was interrupted, and a sweep of the whole store repeats it', async () => {
    await spoil();
    await setPosition('2026-01-01 acc_1');
    // Only the totals of all accounts follow.
    expect((await compare()).rows.totals).toBe(0);
    expect((await compare({ keptPerPrefix: Number.POSITIVE_INFINITY })).rows.totals).toBe(2);
  });

  it('of an account that fails holds up no other account', async () => {
    await account('acc_2');
    await database.client.media.create({
      data: {
        id: 'med_total',
        accountId: 'acc_2',
        name: 'a',
        sizeBytes: 1,
        sha256: 'acc_2',
        objectKey: 'uploads/acc_2',
      },
    });
    await database.client.total.deleteMany({ where: { accountId: 'acc_2' } });
    const holder = await connectPostgres(services.databaseUrl);
    await holder.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''no''; END';
      INSERT INTO "Total" ("accountId", kind, since, count, amount) VALUES ('acc_1', 'projects', 'epoch', 1, 0);
      CREATE TRIGGER refuse BEFORE INSERT ON "Total" FOR EACH ROW WHEN (NEW."accountId" = 'acc_1')
        EXECUTE FUNCTION refuse()`);
    await setPosition('2026-01-01');
    expect((await compare()).failed).toEqual(['totals']);
    expect(repaired).toEqual(['media']);
    await holder.query('DROP FUNCTION refuse() CASCADE');
    await holder.end();
    expect((await compare({ keptPerPrefix: Number.POSITIVE_INFINITY })).failed).toEqual([]);
    expect(repaired).toEqual(['projects']);
  });
});

describe('a sweep of a large store', () => {
  const prefix = 'waveforms/acc_1/';
  const isOrphan = (index: number) => index % 10 === 0;
  const keyOf = (index: number) => `${prefix}${String(index).padStart(64, '0')}.json`;
  const orphans = async () =>
    (await Array.fromAsync(store.list(prefix))).filter(({ key }) => isOrphan(Number(key.slice(-10, -5)))).length;
  const position = async () =>
    (await database.client.sweepPart.findUniqueOrThrow({ where: { name: 'waveforms/' } })).position;

  it('looks at some objects that stay, and the next one continues after them', async () => {
    const files = Array.from({ length: 2_000 }, (_, index) => index);
    for (const index of files) await store.put(keyOf(index), Buffer.from('x'));
    await database.client.$executeRaw`
      INSERT INTO "Media" (id, "accountId", name, "sizeBytes", sha256, "objectKey")
      SELECT 'med_' || i, 'acc_1', 'a', 1, lpad(i::text, 64, '0'), 'uploads/' || i FROM generate_series(0, 1999) AS i
      WHERE i % 10 <> 0`;
    const options = { ages: { orphanMs: 0 }, keptPerPrefix: 800 };
    const removed = async () => (await sweep(options)).objects.ingests;
    expect([await removed(), await position()]).toEqual([100, keyOf(999)]);
    expect([await removed(), await position(), await orphans()]).toEqual([100, keyOf(1_999), 0]);
    expect([await removed(), await position()]).toEqual([0, null]);
    await store.put(keyOf(0), Buffer.from('x'));
    expect([await removed(), await orphans()]).toEqual([1, 0]);
  });

  it('goes past objects that cannot be removed', async () => {
    for (const index of [0, 990]) await store.put(keyOf(index), Buffer.from('x'));
    await database.client.sweepPart.update({ where: { name: 'waveforms/' }, data: { position: null } });
    const stubborn: ObjectStore = {
      ...store,
      delete: async (key) => {
        if (key === keyOf(0)) throw new Error('AccessDenied');
        await store.delete(key);
      },
    };
    const options = { ages: { orphanMs: 0 } };
    expect((await sweepStore({ database, store: stubborn, log }, options)).failed).toEqual(['waveforms/']);
    expect(await orphans()).toBe(2);
    expect((await sweepStore({ database, store: stubborn, log }, options)).failed).toEqual([]);
    expect(await orphans()).toBe(1);
  });

  it('lists everything when it is asked for a whole sweep', async () => {
    await sweep({ ages: { orphanMs: 0 }, keptPerPrefix: 800 });
    expect(await position()).not.toBeNull();
    await store.put(keyOf(0), Buffer.from('x'));
    const report = await sweep({ ages: { orphanMs: 0 }, keptPerPrefix: Number.POSITIVE_INFINITY });
    expect([report.objects.ingests, await position()]).toEqual([1, null]);
  });

  it("may remove all kinds of objects with the scheduler's policy for the object store", async () => {
    const file = new URL('../../infra/deploy/objects/scheduler.json', import.meta.url);
    const { Statement } = JSON.parse(await readFile(file, 'utf8'));
    const removable: string[] = Statement.filter((rule: { Action: string[] }) =>
      rule.Action.includes('s3:DeleteObject'),
    ).flatMap((rule: { Resource: string[] }) => rule.Resource.map((name) => name.replace(/^.*framemill\/|\*$/g, '')));
    for (const kind of objectKinds) {
      expect(
        removable.some((allowed) => kind.prefix.startsWith(allowed)),
        kind.prefix,
      ).toBe(true);
    }
  });
});
