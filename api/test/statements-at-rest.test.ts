import { createMetrics } from '@framemill/infra';
import { fillDatabase } from '@framemill/testing/filled-database';
import { forSuite } from '@framemill/testing/for-suite';
import { greedyStatements, recordStatements, type Statement } from '@framemill/testing/recorded-statements';
import { beforeAll, describe, expect, it } from 'vitest';
import { scopeNames } from '../src/auth/scopes.ts';
import { startDeliveries } from '../src/deliveries/start-deliveries.ts';
import { startGenerations } from '../src/generation/start-generations.ts';
import { stagesInThreads } from '../src/telegram/stage-in-thread.ts';
import { botServices, startTelegram } from '../src/telegram/start-telegram.ts';
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
