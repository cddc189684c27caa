import { randomUUID } from 'node:crypto';
import { hashKey, mintKey, scopeNames } from '@framemill/api';
import { connectPostgres } from '@framemill/infra';
import { fillDatabase } from '@framemill/testing/filled-database';
import { type ChaosStack, openChaosStack } from '../chaos/stack/chaos-stack.ts';
import type { ChaosServices } from '../chaos/stack/services.ts';
import { seedSession } from '../stack/seed-accounts.ts';

/** Number of accounts in the filled database. */
export const accounts = 2_000;
/** Number of accounts to which queued renders belong: `acc_1` and the following ones. Each has a key. */
export const queueAccounts = 500;
/** Engine of the queued renders of `addQueuedRenders`. */
export const queueEngine = 'f'.repeat(64);

/** Connection to PostgreSQL. */
export type Probe = Awaited<ReturnType<typeof connectPostgres>>;

/** Whole service on a filled database. */
export interface FilledStack {
  readonly stack: ChaosStack;
  /**
   * URL of the database for the API. It names another role than the URL of the scheduler, so that PostgreSQL counts
   * the statements of both apart.
   */
  readonly apiDatabaseUrl: string;
  /** Connection with the role of the API, for questions of the benchmark that must not count as the scheduler's. */
  readonly probe: Probe;
  /** Live keys of `acc_1` and the following accounts, in this order. */
  readonly keys: readonly string[];
  /** Value of the `Cookie` header of a session of `acc_1`, which is an operator. */
  readonly cookie: string;
  /** Size of the database on disk, in bytes. */
  readonly databaseBytes: number;
  close(): Promise<void>;
}

/**
 * Starts PostgreSQL, Redis, an object store and an API, and fills the database with the history of `renders` ended
 * renders: see `fillDatabase`. PostgreSQL counts the time and the pages of its statements (`pg_stat_statements`).
 */
export async function openFilledStack(
  root: string,
  renders: number,
  log: (line: string) => void,
): Promise<FilledStack> {
  let apiDatabaseUrl = '';
  const stack = await openChaosStack(root, {
    objectsIn: 'folder',
    apiEnvironment: async (services) => {
      apiDatabaseUrl = await countStatements(services);
      const startedMs = performance.now();
      log(`scale: filling the database with ${renders} renders`);
      await fillDatabase(services.databaseUrl, { renders, accounts });
      log(`scale: filled in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
      return { DATABASE_URL: apiDatabaseUrl };
    },
  });
  const probe = await connectPostgres(apiDatabaseUrl).catch(async (error: unknown) => {
    await stack.close();
    throw error;
  });
  const close = async () => {
    await probe.end();
    await stack.close();
  };
  try {
    const keys = await giveKeys(stack);
    await stack.database.client.account.update({ where: { id: 'acc_1' }, data: { role: 'admin' } });
    const cookie = await seedSession(stack.database, 'acc_1');
    const { rows } = await probe.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
    return { stack, apiDatabaseUrl, probe, keys, cookie, databaseBytes: Number(rows[0]?.bytes), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Makes PostgreSQL count its statements, which needs a restart. Returns the database URL of a second role. */
async function countStatements({ databaseUrl, postgres }: ChaosServices): Promise<string> {
  await runAll(databaseUrl, ["ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'"]);
  await postgres.stop();
  await postgres.start();
  const url = new URL(databaseUrl);
  url.username = 'scale_api';
  await runAll(databaseUrl, [
    'CREATE EXTENSION pg_stat_statements',
    `CREATE ROLE ${url.username} SUPERUSER LOGIN PASSWORD '${url.password}'`,
  ]);
  return url.href;
}

async function runAll(databaseUrl: string, statements: readonly string[]): Promise<void> {
  const client = await connectPostgres(databaseUrl);
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function giveKeys({ database: { client } }: ChaosStack): Promise<string[]> {
  const keys = Array.from({ length: queueAccounts }, () => mintKey('live'));
  const apps = keys.map((_, n) => `app_${n + 1}`);
  await client.app.updateMany({ where: { id: { in: apps } }, data: { scopes: [...scopeNames] } });
  await client.apiKey.createMany({
    data: keys.map((key, n) => ({
      ...{ id: `key_${randomUUID()}`, accountId: `acc_${n + 1}`, appId: `app_${n + 1}`, hash: hashKey(key) },
      ...{ last4: key.slice(-4), environment: 'live', scopes: [...scopeNames] },
    })),
  });
  return keys;
}
