import { createDatabase, createLogger, createObjectStore, createRedis, databaseRoles } from '@framemill/infra';
import { createPlans, defaultPlans, sweepStore } from '@framemill/scheduler';
import { fillDatabase } from '@framemill/testing/filled-database';
import { suiteFolder } from '@framemill/testing/folders';
import { forSuite } from '@framemill/testing/for-suite';
import { asRole, testServices } from '@framemill/testing/services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountItself, accountTables } from '../src/erasure/account-tables.ts';
import { eraseAccount } from '../src/erasure/erase-account.ts';
import { exportAccount } from '../src/erasure/export-account.ts';

const renders = 1_000;
const folder = suiteFolder();

/** Runs SQL as the owner of a database. */
async function asOwner(url: string, ...statements: string[]): Promise<void> {
  const database = createDatabase(url, { poolSize: 1 });
  for (const sql of statements) await database.client.$executeRawUnsafe(sql);
  await database.close();
}

describe.each(['api', 'scheduler'] as const)('the database role of the %s', (role) => {
  const services = forSuite(testServices);
  let deps: Parameters<typeof sweepStore>[0];
  beforeAll(async () => {
    const { databaseUrl, objects } = services;
    await fillDatabase(databaseUrl, { renders, accounts: 2 });
    await asOwner(
      databaseUrl,
      `INSERT INTO "Organisation" (id, "ownerId", name) VALUES ('org', 'acc_2', 'Studio')`,
      `INSERT INTO "Session" (id, "accountId", hash, "expiresAt") VALUES ('ses', 'acc_2', 'hash', 'yesterday')`,
      `INSERT INTO "Invitation" (id, "organisationId", email, hash, "expiresAt")
       VALUES ('inv', 'org', 'a@example.org', 'hash', 'yesterday')`,
      `INSERT INTO "OauthRecord" (kind, id, payload, "expiresAt") VALUES ('Grant', 'old', '{}', 'yesterday')`,
      `UPDATE "WebhookEndpoint" SET "batchId" = 'bat_1' WHERE id = 'whe_1'`,
      // A delivery under way, and an item of a batch, of a render that is removed.
      `UPDATE "Delivery" SET status = 'PENDING', "uploadId" = 'upload', path = 'film.mp4' WHERE id = 'del_2'`,
      `UPDATE "Account" SET limits = '{"exportsKeptDays": 200}' WHERE id = 'acc_2'`,
      `UPDATE "Total" SET count = count + 1 WHERE kind = 'projects'`,
      // Three of them fill the storage of a plan.
      `UPDATE "Artifact" SET "sizeBytes" = 300000000`,
    );
    const database = createDatabase(asRole(databaseUrl, role));
    deps = { database, store: await createObjectStore(objects), log: createLogger('roles', { level: 'silent' }) };
  });
  afterAll(() => deps.database.close());

  it('may do all that each part of the sweep does', async () => {
    const plans = createPlans(defaultPlans.list.map((plan) => ({ ...plan, exportsKeptDays: 365, storageGb: 1 })));
    await deps.store.put('exports/orphan.mp4', Buffer.from('x'));
    const { failed, rows, objects } = await sweepStore({ ...deps, plans }, { ages: { orphanMs: 0 } });
    expect(failed).toEqual([]);
    expect(Object.entries(rows).filter(([, count]) => count === 0)).toEqual([]);
    expect(objects.exports).toBeGreaterThan(0);
    // The account that used segments since yesterday is above its plan.
    expect(await deps.database.client.artifact.count({ where: { accountId: 'acc_1' } })).toBeLessThanOrEqual(3);
    const [who] = await deps.database.client.$queryRaw<{ name: string }[]>`SELECT current_user::text AS name`;
    expect(who?.name).toBe(databaseRoles[role]);
  });

  if (role === 'api')
    it('may export and erase an account', async () => {
      const redis = createRedis(services.redisUrl, 'plain');
      const exported = await exportAccount({ ...deps, redis }, 'acc_2', `${folder}/export`);
      const scheduler = { cancel: () => Promise.reject(), cancelBatch: () => Promise.reject() };
      const erased = await eraseAccount({ ...deps, redis, scheduler, refusedMs: 0 }, 'acc_2', { cancel: false });
      redis.disconnect();
      const tables = [...accountTables, ...accountItself].map(({ name }) => name);
      for (const name of tables) expect([name, erased.rows[name]]).toEqual([name, exported.rows[name]]);
      expect(Object.keys(erased.rows).length).toBeGreaterThan(20);
    });
});
