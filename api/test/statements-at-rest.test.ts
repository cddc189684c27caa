import { createMetrics } from '@framemill/infra';
import { fillDatabase } from '@framemill/testing/filled-database';
import { forSuite } from '@framemill/testing/for-suite';
import { greedyStatements, pagesRead, recordStatements, type Statement } from '@framemill/testing/recorded-statements';
import { beforeAll, describe, expect, it } from 'vitest';
import { scopeNames } from '../src/auth/scopes.ts';
import { startDeliveries } from '../src/deliveries/start-deliveries.ts';
import { eraseAccount } from '../src/erasure/erase-account.ts';
import { startGenerations } from '../src/generation/start-generations.ts';
import { storedBytes } from '../src/media/storage.ts';
import { stagesInThreads } from '../src/telegram/stage-in-thread.ts';
import { botServices, startTelegram } from '../src/telegram/start-telegram.ts';
import { costOf } from './list-costs.ts';
import { startApi } from './start-api.ts';

describe('a database with 20,000 ended renders', () => {
  const api = forSuite(() => startApi());
  let atRest: Statement[] = [];

  /** Runs each background loop of the API once. */
  async function runLoops(): Promise<void> {
    const { webhooks, deps } = api;
    await webhooks.relay();
    await webhooks.sweep();
    await webhooks.prune();
    // Each loop begins its first run at once, and `close` waits for the end of that run.
    await startDeliveries({ ...deps, metrics: createMetrics('api') }).close();
    await startGenerations(deps).close();
    await startTelegram(botServices(deps, stagesInThreads(deps))).close();
  }

  beforeAll(async () => {
    const { client } = api.deps.database;
    await fillDatabase(api.services.databaseUrl, { renders: 20_000, accounts: 1_000 });
    // The first run removes what is old.
    await runLoops();
    await client.$executeRaw`VACUUM (ANALYZE)`;
    atRest = await recordStatements(api.services.databaseUrl, runLoops);
  });

  it('is not searched by any background loop of an API at rest', async () => {
    expect(atRest.length).toBeGreaterThan(10);
    expect(await greedyStatements(api.services.databaseUrl, atRest)).toEqual([]);
  });

  it('is not searched to authenticate and answer a request', async () => {
    const scopes = scopeNames;
    await api.deps.database.client.app.update({ where: { id: 'app_1' }, data: { scopes } });
    const key = await api.key({ accountId: 'acc_1', appId: 'app_1', keyId: '', key: '' });
    const statements = await recordStatements(api.services.databaseUrl, async () => {
      expect((await api.send(key, 'GET', '/v1/renders?limit=1')).status).toBe(200);
    });
    expect(statements.length).toBeGreaterThan(2);
    expect(await greedyStatements(api.services.databaseUrl, statements)).toEqual([]);
  });

  /** Sends a GET request as `acc_1`. */
  const read = async (address: string) =>
    costOf(api, await api.signIn({ accountId: 'acc_1' }), `/api/studio/${address}`);

  const lists = { renders: 'rnd', media: 'med', projects: 'prj', ledger: 'led', destinations: 'dst' };
  // Continues a list after all but the oldest twentieth of two years.
  const farBack = (kind: string) => {
    const time = Date.now() - 0.95 * 2 * 365 * 24 * 3_600_000;
    return `cursor=${Buffer.from(`${Math.round(time)}.${kind}_0`).toString('base64url')}`;
  };

  it.each(['me', 'usage', 'renders/rnd_5', 'media/med_5', 'projects/prj_5', 'session'])(
    'costs at most 200 pages for GET %s',
    async (address) => {
      expect((await read(address)).pages).toBeLessThanOrEqual(200);
    },
  );

  it.each(Object.entries(lists))('costs 5 pages more for each row of the list %s, at any depth', async (list, kind) => {
    for (const address of [list, `${list}?${farBack(kind)}`]) {
      const { pages, rows } = await read(address);
      expect(rows).toBeGreaterThan(0);
      expect(pages).toBeLessThanOrEqual(200 + 5 * rows);
    }
  });

  it('counts the items of an ended batch once', async () => {
    const counts = async () => (await api.send(null, 'GET', '/api/studio/batches', undefined, session)).body;
    const session = await api.signIn({ accountId: 'acc_1' });
    const first = await counts();
    expect(first.batches[0].counts).toMatchObject({ queued: 0, pending: 0, processing: 0 });
    const { pages, rows } = await read('batches');
    expect(rows).toBe(40);
    expect(pages).toBeLessThanOrEqual(200 + 5 * rows);
    expect((await read('batches/bat_5')).pages).toBeLessThanOrEqual(200);
    expect(await counts()).toEqual(first);
  });

  it.each(['accounts', 'audit', 'health', 'installation', 'plans', 'quarantine', 'queues'])(
    'costs no more than 5,000 pages for the page of operators: %s',
    async (page) => {
      await api.deps.database.client.account.update({ where: { id: 'acc_1' }, data: { role: 'admin' } });
      expect((await read(`operators/${page}`)).pages).toBeLessThanOrEqual(5_000);
    },
  );

  it('is not searched to erase a small account', async () => {
    const { client } = api.deps.database;
    const erasure = () => eraseAccount({ ...api.deps, refusedMs: 0 }, 'acc_7', { cancel: false });
    const statements = await recordStatements(api.services.databaseUrl, erasure);
    expect(await client.render.count({ where: { accountId: 'acc_7' } })).toBe(0);
    const greedy = await greedyStatements(api.services.databaseUrl, statements);
    // Of events there is no index by account, because the sweep removes them after a few days. Smaller tables are read
    // from beginning to end as long as they have few pages.
    const large = greedy.filter((one) => Number.parseInt(one, 10) > 100);
    expect(large.filter((one) => !one.includes('all of [OutboxEvent]'))).toEqual([]);
  });

  it('costs a few pages for the storage quota of an upload', async () => {
    const used = () => storedBytes(api.deps, 'acc_1');
    const statements = await recordStatements(api.services.databaseUrl, used);
    expect(await pagesRead(api.services.databaseUrl, statements)).toBeLessThanOrEqual(20);
    const where = { accountId: 'acc_1' };
    const { _sum } = await api.deps.database.client.media.aggregate({ where, _sum: { sizeBytes: true } });
    expect(await used()).toBe(Number(_sum.sizeBytes));
  });

  it.each([
    ['WebhookDelivery_createdAt_idx', '"WebhookDelivery"'],
    ['WebhookEndpoint_old_secret_idx', '"WebhookEndpoint"'],
    ['Delivery_unfinished_upload_idx', '"Delivery"'],
  ])('would be searched without the index %s', async (index, table) => {
    const { client } = api.deps.database;
    const before = await greedyStatements(api.services.databaseUrl, atRest);
    await client.$executeRawUnsafe(`DROP INDEX "${index}"`);
    const greedy = await greedyStatements(api.services.databaseUrl, atRest);
    expect(greedy.filter((one) => !before.includes(one))).toEqual([expect.stringContaining(table)]);
  });
});
