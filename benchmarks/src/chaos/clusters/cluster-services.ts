import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase, openClient } from '@framemill/infra';
import { until } from '../../measure/until.ts';
import { type FarmServices, folderObjects } from '../stack/services.ts';
import { haproxyVersion, startPrimaryProxy } from './haproxy.ts';
import { type PostgresPair, startPostgresPair } from './postgres-pair.ts';
import { type RedisSentinels, startRedisSentinels } from './redis-sentinels.ts';

/** Services of a farm whose PostgreSQL and Redis have a replica each. Objects are in a folder. */
export interface ClusterServices extends FarmServices {
  readonly postgresPair: PostgresPair;
  readonly redisSentinels: RedisSentinels;
  /** Describes the address of the database: HAProxy with its version, or both servers. */
  readonly databaseAddress: string;
  /** Waits until new connections to the addresses of the database and of Redis can write. */
  untilWritable(): Promise<void>;
}

const limitMs = 60_000;

/**
 * Starts PostgreSQL with a replica, Redis with a replica and Sentinels, and HAProxy in front of PostgreSQL if the
 * machine has it. Otherwise the database's address has both servers.
 */
export async function startClusterServices(root: string): Promise<ClusterServices> {
  const folder = await mkdtemp(join(tmpdir(), 'framemill-clusters-'));
  const running: { close(): Promise<void> }[] = [];
  const close = async () => {
    for (const service of running.splice(0).reverse()) await service.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const postgresPair = await startPostgresPair(folder);
    running.push(postgresPair);
    const redisSentinels = await startRedisSentinels(join(folder, 'redis'));
    running.push(redisSentinels);
    const version = haproxyVersion();
    const proxy = version === null ? null : await startPrimaryProxy(root, folder, postgresPair);
    if (proxy !== null) running.push(proxy);
    const databaseUrl = postgresPair.url(proxy?.host);
    const untilWritable = async () => {
      await until('the database accepts writes', limitMs, () => canCommit(databaseUrl), { forgiving: true });
      await until('Redis accepts writes', limitMs, () => redisSentinels.isWritable(), { forgiving: true });
    };
    await untilWritable();
    await migrateDatabase(databaseUrl);
    return {
      ...{ folder, databaseUrl, redisUrl: redisSentinels.url, objects: folderObjects(folder), s3: null, close },
      ...{ postgresPair, redisSentinels },
      databaseAddress: version === null ? 'an address with both servers' : `HAProxy ${version}`,
      untilWritable,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Commits a transaction that writes to the log only, on a new connection. */
async function canCommit(databaseUrl: string): Promise<boolean> {
  const client = await openClient(databaseUrl, { connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  try {
    await client.query("SELECT pg_logical_emit_message(true, 'chaos', 'written')");
    return true;
  } finally {
    await client.end();
  }
}
