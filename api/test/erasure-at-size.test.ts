// @module-tag full
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase, createLogger, createMetrics } from '@framemill/infra';
import { startScheduler } from '@framemill/scheduler';
import { objectKeys } from '@framemill/scheduler/protocol';
import { startFakeNode } from '@framemill/testing/fake-node';
import { fillDatabase } from '@framemill/testing/filled-database';
import { forSuite } from '@framemill/testing/for-suite';
import { beforeAll, describe, expect, it } from 'vitest';
import { accountItself, accountTables, auditTable, totalsTable } from '../src/erasure/account-tables.ts';
import { eraseAccount } from '../src/erasure/erase-account.ts';
import { startApi, type TestAccount } from './start-api.ts';

/** Longest time for which a statement of another account may wait for a lock. */
const lockBar = '2 seconds';
const renders = 10_020;
/** A thousand years in ms. */
const farAway = 1_000 * 365 * 24 * 3_600_000;

describe('the erasure of an account with 10,000 renders', { timeout: 900_000 }, () => {
  const api = forSuite(() => startApi());
  const log = createLogger('test', { level: 'silent' });
  let others: TestAccount[];

  beforeAll(async () => {
    const { client } = api.deps.database;
    // Six of ten rows are those of `acc_1`: the even ones, and every fifth.
    await fillDatabase(api.services.databaseUrl, { renders: (renders * 10) / 6, accounts: 2 });
    others = await Promise.all([1, 2].map(() => api.account({ plan: 'enterprise' })));
    await client.account.updateMany({ data: { requestsPerMinute: 1_000_000 } });
    const keys = await client.$queryRaw<{ key: string }[]>`
      SELECT 'exports/' || id || '.mp4' AS key FROM "Render" WHERE "accountId" = 'acc_1'
      UNION ALL SELECT 'renders/' || id || '/document.json' FROM "Render" WHERE "accountId" = 'acc_1'
      UNION ALL SELECT "objectKey" FROM "Media"`;
    const artifacts = await client.artifact.findMany({ where: { accountId: 'acc_1' } });
    for (const { accountId, contentKey, sha256 } of artifacts)
      keys.push({ key: objectKeys.segment(accountId, contentKey, sha256) });
    for (let from = 0; from < keys.length; from += 50) {
      await Promise.all(keys.slice(from, from + 50).map(({ key }) => api.deps.store.put(key, Buffer.from('x'))));
    }
  }, 900_000);

  /** Returns the number of rows of an account by table. */
  async function rowsOf(accountId: string): Promise<[string, number][]> {
    const owner = { accountId, email: null };
    const tables = [...accountTables, ...accountItself, totalsTable, auditTable];
    return Promise.all(
      tables.map(async ({ name, where }) => {
        const [row] = await api.deps.database.client.$queryRawUnsafe<{ count: number }[]>(
          `SELECT count(*)::int AS count FROM "${name}" WHERE ${where(owner)}`,
        );
        return [name, row?.count ?? 0] as [string, number];
      }),
    );
  }

  async function everyKey(): Promise<string[]> {
    const keys: string[] = [];
    for await (const { key } of api.deps.store.list('')) keys.push(key);
    return keys;
  }

  /** Renders and reads as an account until `isOver`. Returns the number of completed renders. */
  async function work(account: TestAccount, isOver: () => boolean): Promise<number> {
    let completed = 0;
    const commands = [{ op: 'addTextClip', text: account.accountId, start: 0, duration: 2, style: { fontSize: 60 } }];
    const call = async (method: string, url: string, body?: unknown) => {
      const answer = await api.send(account, method, url, body);
      expect(answer.status, `${method} ${url}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
      return answer.body;
    };
    while (!isOver() || completed === 0) {
      const { project } = await call('POST', '/v1/projects', { name: 'Other', commands });
      const { render } = await call('POST', '/v1/renders', { projectId: project.id });
      for (let status = ''; status !== 'COMPLETED'; ) {
        ({ status } = (await call('GET', `/v1/renders/${render.id}`)).render);
        await delay(500);
        await call('GET', '/v1/renders');
        await call('GET', '/v1/usage');
        expect(['PENDING', 'PROCESSING', 'COMPLETED']).toContain(status);
      }
      completed += 1;
    }
    return completed;
  }

  /** Watches the database until `isOver`, and returns the statements that waited for a lock for longer than allowed. */
  async function longWaits(isOver: () => boolean): Promise<string[]> {
    const database = createDatabase(api.services.databaseUrl, { poolSize: 1 });
    const found = new Set<string>();
    while (!isOver()) {
      const rows = await database.client.$queryRaw<{ query: string }[]>`
        SELECT a.query FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
        WHERE NOT l.granted AND a.datname = current_database()
          AND l.waitstart < clock_timestamp() - ${lockBar}::interval`;
      for (const { query } of rows) found.add(query);
      await delay(100);
    }
    await database.close();
    return [...found];
  }

  it('leaves nothing, and accounts that render and read meanwhile notice nothing', async () => {
    const { services, deps } = api;
    const { databaseUrl, redisUrl } = services;
    const database = createDatabase(databaseUrl);
    const node = await startFakeNode({ redisUrl, store: deps.store });
    const metrics = createMetrics('scheduler');
    // The sweep would remove old rows of all accounts.
    const ages = { artifactMs: farAway, renderMs: farAway, eventMs: farAway };
    const scheduler = await startScheduler({ database, databaseUrl, redisUrl, store: deps.store, log, metrics, ages });
    const before = { rows: await rowsOf('acc_2'), objects: (await everyKey()).filter((key) => !isOfFirst(key)).sort() };

    let isOver = false;
    const erasing = eraseAccount(deps, 'acc_1', { cancel: true }).finally(() => {
      isOver = true;
    });
    const [report, waits, ...completed] = await Promise.all([
      erasing,
      longWaits(() => isOver),
      ...others.map((account) => work(account, () => isOver)),
    ]);
    expect(waits).toEqual([]);
    expect(completed.every((count) => count > 0)).toBe(true);
    await Promise.all([node.stop(), scheduler.stop()]);
    await database.close();

    expect(report.rows).toMatchObject({ Render: renders, Task: 2 * renders, RenderSegment: 3 * renders, Account: 1 });
    // Of each render a film, a document and three segments; a file of media for each five renders.
    expect(report.objects).toBe(5 * renders + renders / 5);
    expect((await rowsOf('acc_1')).filter(([, count]) => count > 0)).toEqual([]);
    const after = new Set(await everyKey());
    expect([...after].filter(isOfFirst)).toEqual([]);
    expect(before.objects.filter((key) => !after.has(key))).toEqual([]);
    expect(await rowsOf('acc_2')).toEqual(before.rows);
    const tables = await deps.database.client.$queryRaw<{ name: string }[]>`
      SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public'`;
    for (const { name } of tables) {
      const found = await deps.database.client.$queryRawUnsafe<object[]>(
        `SELECT 1 FROM "${name}" t WHERE t::text ~ '\\macc_1\\M' LIMIT 1`,
      );
      expect([name, found.length]).toEqual([name, 0]);
    }
  });
});

/**
 * Whether an object is one of `acc_1`, which has the rows of `fillDatabase` whose number is even or a multiple of 5.
 */
function isOfFirst(key: string): boolean {
  if (key.startsWith('segments/')) return key.startsWith('segments/acc_1/');
  return /^(?:exports|renders|uploads)\/(?:rnd|med)_\d*[024568](?:[./]|$)/.test(key);
}
