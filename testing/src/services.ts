import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseRoles, type RedisServer, startRedisServer } from '@framemill/infra';
import pg from 'pg';
import { inject } from 'vitest';

/** Real PostgreSQL database, Redis server and empty folder for one test suite. */
export interface TestServices {
  /** URL of a new database with all migrations applied. */
  databaseUrl: string;
  /** URL of a Redis server that only this suite uses, and that it may flush or stop. */
  redisUrl: string;
  redis: RedisServer;
  /** Empty folder, removed by `close`. */
  folder: string;
  /** Configuration of an empty object store in `folder`. */
  objects: { kind: 'folder'; root: string };
  /** Drops the database and stops the Redis server. Close the suite's own connections first. */
  close(): Promise<void>;
}

/**
 * Starts real services for one test suite, in about 100 ms. Call it in `beforeAll`, and `close` in `afterAll`. The
 * vitest project must have `testing/src/global-setup.ts` as its `globalSetup`.
 */
export async function testServices(): Promise<TestServices> {
  const postgres = inject('framemillPostgres');
  const folder = await mkdtemp(path.join(tmpdir(), 'framemill-suite-'));
  const database = `suite_${randomUUID().replaceAll('-', '')}`;
  const [redis] = await Promise.all([
    startRedisServer({ folder: path.join(folder, 'redis'), password: 'test', throwaway: true }),
    onServer(postgres.url, (client) => createFrom(client, database, postgres.template)),
  ]);
  return {
    databaseUrl: postgres.url.replace('{database}', database),
    redisUrl: redis.url,
    redis,
    folder,
    objects: { kind: 'folder', root: path.join(folder, 'objects') },
    close: async () => {
      await redis.stop();
      await onServer(postgres.url, (client) => client.query(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Returns the URL of a migrated test database for connections that have only the rights of a role, as in an
 * installation where API and scheduler have separate roles.
 */
export function asRole(databaseUrl: string, role: keyof typeof databaseRoles): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c role=${databaseRoles[role]}`);
  return url.href;
}

/**
 * Creates an empty database without migrations and returns its URL. All databases are removed automatically at the end
 * of the test run.
 */
export async function emptyDatabase(): Promise<string> {
  const postgres = inject('framemillPostgres');
  const database = `empty_${randomUUID().replaceAll('-', '')}`;
  await onServer(postgres.url, (client) => createFrom(client, database, 'template1'));
  return postgres.url.replace('{database}', database);
}

async function onServer(url: string, action: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url.replace('{database}', 'postgres') });
  await client.connect();
  try {
    await action(client);
  } finally {
    await client.end();
  }
}

async function createFrom(client: pg.Client, database: string, template: string): Promise<void> {
  // Two concurrent copies of one template collide ("being accessed by other users"), so they run one after the other.
  await client.query('SELECT pg_advisory_lock(8787)');
  await client.query(`CREATE DATABASE "${database}" TEMPLATE "${template}"`);
}
