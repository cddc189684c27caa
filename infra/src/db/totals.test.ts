import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { testFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { emptyDatabase, testServices } from '@framemill/testing/services';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from './database.ts';
import { migrateDatabase } from './migrate.ts';
import { type AllTimeKind, allAccounts, readTotals } from './totals.ts';

const services = forSuite(testServices);
let database: Database;
beforeAll(() => {
  database = createDatabase(services.databaseUrl);
});
afterAll(() => database.close());

const created = '2026-01-31T10:00:00Z';
const insertAccount = `INSERT INTO "Account" (id, email, name, plan, "updatedAt", "createdAt")
  VALUES ($1, $1, 'a', 'studio', now(), '${created}')`;
const insertMedia = (account: string, name: string, count: number) => `
  INSERT INTO "Media" (id, "accountId", name, "sizeBytes", sha256, "objectKey")
  SELECT '${name}' || i, '${account}', 'a', 10, '${name}' || i, 'a' FROM generate_series(1, ${count}) AS i`;
const insertArtifacts = (account: string, name: string, count: number) => `
  INSERT INTO "Artifact" ("accountId", "contentKey", sha256, "sizeBytes", frames)
  SELECT '${account}', '${name}' || i, 'a', 7, 30 FROM generate_series(1, ${count}) AS i`;
const insertRender = (account: string, id: string, time: string, test = false) => `
  INSERT INTO "Render" (id, "accountId", "projectId", format, quality, resolution, profile, "updatedAt", "createdAt",
    test)
  VALUES ('${id}', '${account}', 'p', 'mp4', 'high', 'full', '{}', now(), '${time}', ${test})`;
const insertEntry = (account: string, id: string, kind: string, delta: number, time: string) => `
  INSERT INTO "LedgerEntry" (id, "accountId", kind, delta, reason, "createdAt")
  VALUES ('${id}', '${account}', '${kind}', ${delta}, 'a', '${time}')`;
const run = (sql: string, ...values: unknown[]) => database.client.$executeRawUnsafe(sql, ...values);

/** Returns the all-time totals of an account as `[count, amount]`, without those that are 0. */
async function totalsOf(account: string): Promise<Record<string, readonly number[]>> {
  const names = ['media', 'segments', 'films', 'testFilms', 'projects', 'renders', 'credits'] as const;
  const kinds: AllTimeKind[] = [...names, 'workspace:w1', 'workspace:w2'];
  const totals = await readTotals(database.client, account, kinds);
  const entries = Object.entries(totals).map(([kind, { count, amount }]) => [kind, [count, amount]] as const);
  return Object.fromEntries(entries.filter(([, values]) => values.some((value) => value !== 0)));
}

/** Returns the totals of the parts of days of an account: `<kind> <start of the part>` with count and amount. */
async function partsOf(account: string): Promise<Record<string, number[]>> {
  const rows = await database.client.total.findMany({
    where: {
      accountId: account,
      kind: { in: ['exports', 'spent'] },
      OR: [{ count: { not: 0 } }, { amount: { not: 0 } }],
    },
    orderBy: [{ kind: 'asc' }, { since: 'asc' }],
  });
  return Object.fromEntries(
    rows.map(({ kind, since, count, amount }) => [`${kind} ${since.toISOString()}`, [Number(count), Number(amount)]]),
  );
}

const reconcile = (account: string) => database.client.$queryRaw<object[]>`
  SELECT kind, count::int, amount::int FROM "reconcile_totals"(${account}) ORDER BY kind, since`;

describe('totals', () => {
  it('of an account without rows are 0', async () => {
    await run(insertAccount, 'empty');
    expect(await totalsOf('empty')).toEqual({});
    expect(await readTotals(database.client, 'empty', ['media'])).toEqual({ media: { count: 0, amount: 0 } });
    expect(await reconcile('empty')).toEqual([]);
  });

  it('follow every statement that adds, changes or removes rows', async () => {
    await run(insertAccount, 'a');
    await run(insertMedia('a', 'm', 5));
    await run(`DELETE FROM "Media" WHERE id IN ('m1', 'm2')`);
    await run(insertArtifacts('a', 's', 4));
    await run(`${insertArtifacts('a', 's', 6)} ON CONFLICT DO NOTHING`);
    await run(`UPDATE "Artifact" SET "sizeBytes" = 8 WHERE "contentKey" = 's1'`);
    await run(
      `INSERT INTO "Project" (id, "accountId", name, document, "updatedAt") VALUES ('p', 'a', 'a', '{}', now())`,
    );
    for (const id of ['w1', 'w2'])
      await run(`INSERT INTO "Workspace" (id, "accountId", name, "updatedAt") VALUES ('${id}', 'a', 'a', now())`);
    await run(
      `INSERT INTO "Project" (id, "accountId", name, document, "updatedAt", "workspaceId")
       SELECT 'p' || i, 'a', 'a', '{}', now(), 'w1' FROM generate_series(1, 4) AS i`,
    );
    await run(`UPDATE "Project" SET "workspaceId" = 'w2' WHERE id IN ('p1', 'p')`);
    await run(`DELETE FROM "Project" WHERE id = 'p2'`);
    expect(await readTotals(database.client, 'a', ['workspace:w1', 'workspace:w2'])).toMatchObject({
      'workspace:w1': { count: 2 },
      'workspace:w2': { count: 2 },
    });
    await run(`DELETE FROM "Workspace" WHERE id = 'w2'`);
    for (const id of ['r1', 'r2', 'r3']) await run(insertRender('a', id, '2026-03-01T12:00:00Z', id === 'r3'));
    await run(`UPDATE "Render" SET status = 'COMPLETED', "fileSizeBytes" = 100 WHERE id IN ('r1', 'r3')`);
    await run(`UPDATE "Render" SET status = 'CANCELLED', refunded = true WHERE id = 'r2'`);
    await run(insertEntry('a', 'l1', 'grant', 50, '2026-03-01T12:00:00Z'));
    await run(insertEntry('a', 'l2', 'charge', -20, '2026-03-01T12:00:00Z'));
    const expected = {
      ...{ media: [3, 30], segments: [6, 43], projects: [4, 0], renders: [3, 0], credits: [2, 30] },
      'workspace:w1': [2, 0],
      ...{ films: [1, 100], testFilms: [1, 100] },
    };
    expect(await totalsOf('a')).toEqual(expected);
    const { media, segments, films, testFilms } = expected;
    expect(await totalsOf(allAccounts)).toEqual({ media, segments, films, testFilms });
    expect([...(await reconcile('a')), ...(await reconcile(allAccounts))]).toEqual([]);
    await run(`DELETE FROM "Artifact" WHERE "accountId" = 'a'`);
    await run(`DELETE FROM "Account" WHERE id = 'a'`);
    expect([await totalsOf('a'), await totalsOf(allAccounts)]).toEqual([{}, {}]);
  });

  it('of days are divided where the months of the account begin', async () => {
    await run(insertAccount, 'days');
    for (const [index, time] of [
      '2026-02-28T09:59:59.999Z',
      '2026-02-28T10:00:00Z',
      '2026-02-28T23:59:59Z',
    ].entries()) {
      await run(insertRender('days', `d${index}`, time));
      await run(insertEntry('days', `c${index}`, 'charge', -3, time));
    }
    await run(insertEntry('days', 'back', 'refund', 2, '2026-03-01T00:00:00Z'));
    await run(insertEntry('days', 'more', 'top_up', 100, '2026-03-01T00:00:00Z'));
    await run(`UPDATE "Render" SET refunded = true WHERE id = 'd1'`);
    expect(await partsOf('days')).toEqual({
      'exports 2026-02-28T00:00:00.000Z': [1, 0],
      'exports 2026-02-28T10:00:00.000Z': [1, 0],
      'spent 2026-02-28T00:00:00.000Z': [1, -3],
      'spent 2026-02-28T10:00:00.000Z': [2, -6],
      'spent 2026-03-01T00:00:00.000Z': [1, 2],
    });
    expect(await reconcile('days')).toEqual([]);
  });

  it('let writers that run at once neither wait nor block each other, whatever their order', async () => {
    const accounts = ['w1', 'w2'];
    for (const account of accounts) await run(insertAccount, account);
    const before = (await totalsOf(allAccounts)).media?.[0] ?? 0;
    const writers = await Promise.all(
      Array.from({ length: 16 }, async () => {
        const client = new pg.Client({ connectionString: services.databaseUrl });
        await client.connect();
        // A writer that has to wait for another one fails.
        await client.query("SET lock_timeout = '1s'; BEGIN");
        return client;
      }),
    );
    for (const [index, client] of writers.entries()) {
      for (const account of index % 2 === 0 ? accounts : accounts.toReversed()) {
        await client.query(insertMedia(account, `${account}_${index}_`, 10));
        await client.query(`DELETE FROM "Media" WHERE id = '${account}_${index}_1'`);
      }
    }
    // All transactions are open until here. A quarter of them is undone.
    await Promise.all(writers.map((client, index) => client.query(index % 4 === 0 ? 'ROLLBACK' : 'COMMIT')));
    await Promise.all(writers.map((client) => client.end()));
    for (const account of accounts) {
      expect(await totalsOf(account)).toEqual({ media: [108, 1_080] });
      expect(await reconcile(account)).toEqual([]);
      expect(await database.client.total.count({ where: { accountId: account, kind: 'media' } })).toBe(1);
    }
    expect((await totalsOf(allAccounts)).media?.[0]).toBe(before + 216);
  });

  it('that are wrong are found and repaired, also while rows are being added', async () => {
    await run(insertAccount, 'wrong');
    await run(insertMedia('wrong', 'x', 3));
    await run(insertArtifacts('wrong', 'x', 2));
    await run(insertRender('wrong', 'x1', '2026-03-01T12:00:00Z'));
    await run(`UPDATE "Total" SET amount = amount + 5 WHERE "accountId" = 'wrong' AND kind = 'media'`);
    await run(`DELETE FROM "Total" WHERE "accountId" = 'wrong' AND kind = 'exports'`);
    await run(
      `INSERT INTO "Total" ("accountId", kind, since, count, amount) VALUES ('wrong', 'projects', 'epoch', 1, 0)`,
    );
    await run(`UPDATE "Total" SET amount = amount + 9 WHERE "accountId" = '' AND kind = 'segments'`);
    const writer = new pg.Client({ connectionString: services.databaseUrl });
    await writer.connect();
    await writer.query(`BEGIN; ${insertMedia('wrong', 'y', 2)}`);
    expect(await reconcile('wrong')).toEqual([
      { kind: 'exports', count: 1, amount: 0 },
      { kind: 'media', count: 0, amount: -5 },
      { kind: 'projects', count: -1, amount: 0 },
    ]);
    expect(await reconcile(allAccounts)).toEqual([{ kind: 'segments', count: 0, amount: -9 }]);
    await writer.query('COMMIT');
    await writer.end();
    expect(await totalsOf('wrong')).toEqual({ media: [5, 50], segments: [2, 14], renders: [1, 0] });
    expect([...(await reconcile('wrong')), ...(await reconcile(allAccounts))]).toEqual([]);
  });

  it('are filled by the migrations while others read and write', async () => {
    const url = await emptyDatabase();
    const all = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
    const names = (await readdir(all)).sort();
    const added = names.filter((name) => /110000_(grant_index|totals|totals_filled)$/.test(name));
    const [first = '', last = ''] = [added[0], added.at(-1)];
    const folder = testFolder();
    const copy = (some: string[]) =>
      Promise.all(some.map((name) => cp(path.join(all, name), path.join(folder, name), { recursive: true })));
    await copy(names.filter((name) => name < first && name !== 'migration_lock.toml'));
    await migrateDatabase(url, { folder });
    const [reader, writer] = await Promise.all(
      [1, 2].map(async () => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        return client;
      }),
    );
    await writer?.query(insertAccount, ['old']);
    for (const sql of [insertMedia('old', 'm', 4), insertRender('old', 'r', '2026-03-01T12:00:00Z')])
      await writer?.query(sql);
    // This transaction holds the lock of a reader on each table, for which a stronger lock of a migration would wait.
    await reader?.query(`BEGIN; SELECT FROM "Media", "Artifact", "Project", "LedgerEntry", "Render", "Account"`);
    await copy(names.filter((name) => first <= name && name <= last));
    expect(await migrateDatabase(url, { folder })).toEqual(expect.arrayContaining(added));
    await writer?.query(insertMedia('old', 'n', 2));
    const { rows } = (await writer?.query(`SELECT "accountId", kind, count::int, amount::int FROM "Total"
      ORDER BY "accountId", kind`)) ?? { rows: [] };
    await Promise.all([reader?.end(), writer?.end()]);
    expect(rows).toEqual([
      { accountId: '', kind: 'media', count: 6, amount: 60 },
      { accountId: 'old', kind: 'exports', count: 1, amount: 0 },
      { accountId: 'old', kind: 'media', count: 6, amount: 60 },
      { accountId: 'old', kind: 'renders', count: 1, amount: 0 },
    ]);
  });
});
