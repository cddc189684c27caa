import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type RedisServer, startRedisServer } from '../embedded/redis-server.ts';

export { type RedisServer, startRedisServer } from '../embedded/redis-server.ts';
export { freePort } from '../ports.ts';
export {
  type FaultyS3,
  faultsOf,
  type S3Fault,
  type S3Request,
  s3Faults,
  startFaultyS3,
} from './faulty-s3.ts';
export { type FrozenProxy, startProxy } from './frozen-proxy.ts';

/** Real PostgreSQL, Redis and an empty folder for one test suite. */
export interface TestServices {
  /** URL of a new database with all migrations applied. */
  databaseUrl: string;
  /** URL of a redis-server for this suite alone, which the suite may flush or stop. */
  redisUrl: string;
  redis: RedisServer;
  /** Empty folder, removed by `close`. */
  folder: string;
  /** Configuration of an empty object store in `folder`. */
  objects: { kind: 'folder'; root: string };
  /** Drops the database and ends the redis-server. Close your own connections first. */
  close(): Promise<void>;
}

/**
 * Starts real services for one suite, in about 100 ms: call it in `beforeAll` and `close` in `afterAll`. The vitest
 * project must have `infra/src/testing/global-setup.ts` as its `globalSetup`.
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
 * Creates an empty database without migrations and returns its URL. The caller need not remove it: all databases are
 * removed at the end of the test run.
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

const rate = 48_000;

/**
 * Creates a WAV file for tests: 16-bit stereo at 48 kHz, with equal channels. `sample` returns the value (-1 to 1) at
 * a time in seconds.
 */
export function wavFile(seconds: number, sample: (sec: number) => number): Buffer {
  const samples = Math.round(seconds * rate);
  const file = Buffer.alloc(44 + samples * 4);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 4, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(2, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 4, 28);
  file.writeUInt16LE(4, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 4, 40);
  for (let n = 0; n < samples; n += 1) {
    const value = Math.round(32_767 * sample(n / rate));
    file.writeInt16LE(value, 44 + n * 4);
    file.writeInt16LE(value, 46 + n * 4);
  }
  return file;
}

/** Separate small disk in memory. */
export interface SmallDisk {
  readonly folder: string;
  /** Removes the disk with all its files. No process may have one of its files open. */
  remove(): void;
}

/**
 * Mounts a disk of the given number of MiB in memory. Returns null, with a message on the console, when the user has no
 * right to mount it: only root on Linux has.
 */
export function smallDisk(sizeMib: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'small-disk-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeMib}m`, 'none', folder], { encoding: 'utf8' });
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    const reason = mounted.error?.message ?? mounted.stderr.trim();
    console.warn(`A test with a full disk was left out: a small disk could not be mounted (${reason}).`);
    return null;
  }
  return {
    folder,
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}
