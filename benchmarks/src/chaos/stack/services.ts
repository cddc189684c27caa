import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  createRedis,
  ensureDatabase,
  freePort,
  migrateDatabase,
  type PostgresServer,
  type RedisServer,
  startPostgres,
  startRedisServer,
} from '@framemill/infra';
import { type Part, startPart } from './part.ts';

/** A service that may go away and come back at the same address. */
export interface Outage {
  stop(): Promise<void>;
  /** Resolves when it takes calls again. */
  start(): Promise<void>;
}

/** Real services on loopback, in a folder that goes away with them. */
export interface ChaosServices {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly objects: S3Address;
  readonly postgres: Outage;
  /** `stop` is SHUTDOWN NOSAVE of a server that writes nothing to disk: everything in it is lost. */
  readonly redis: Outage;
  readonly s3: Outage;
  close(): Promise<void>;
}

/** Address and credentials of the S3 service of the chaos farm. */
export interface S3Address {
  readonly kind: 's3';
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const password = 'chaos';
const bucket = 'chaos';

/** Starts PostgreSQL, Redis and an S3 service, each in a process of its own. Throws when one cannot be had. */
export async function startServices(): Promise<ChaosServices> {
  const folder = await mkdtemp(join(tmpdir(), 'framemill-chaos-'));
  const running: { stop(): Promise<void> }[] = [];
  const close = async () => {
    for (const server of running.splice(0)) await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const postgres = await openPostgres(folder);
    running.push(postgres);
    const databaseUrl = await ensureDatabase(postgres.server(), 'chaos');
    await migrateDatabase(databaseUrl);
    const redis = await openRedis(folder);
    running.push(redis);
    const s3 = await openObjects(folder);
    running.push(s3);
    return { folder, databaseUrl, redisUrl: redis.url, objects: s3.address, postgres, redis, s3, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPostgres(folder: string): Promise<Outage & { server: () => PostgresServer }> {
  const port = await freePort();
  const begin = () => startPostgres({ dataDir: folder, id: basename(folder), password, port, throwaway: true });
  let server = await begin();
  return {
    server: () => server,
    stop: () => server.stop(),
    start: async () => {
      server = await begin();
    },
  };
}

async function openRedis(folder: string): Promise<Outage & { url: string }> {
  const port = await freePort();
  const begin = () => startRedisServer({ folder: join(folder, 'redis'), password, port, throwaway: true });
  let server: RedisServer = await begin();
  return {
    url: server.url,
    stop: async () => {
      const client = createRedis(server.url, 'plain');
      // The answer to it is the end of the connection.
      await client.call('SHUTDOWN', 'NOSAVE').catch(() => undefined);
      client.disconnect();
      await server.exited;
    },
    start: async () => {
      server = await begin();
    },
  };
}

async function openObjects(folder: string): Promise<Outage & { address: S3Address }> {
  const port = await freePort();
  const begin = () =>
    startPart({
      name: 'objects',
      script: join(import.meta.dirname, 'object-server.ts'),
      args: [String(port), join(folder, 's3'), bucket],
      env: {},
      readyMessage: 'objects ready',
    });
  let part: Part = await begin();
  const address = {
    kind: 's3',
    bucket,
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: 'chaos', secretAccessKey: 'chaos' },
  } as const;
  return {
    address,
    // At once, as a crash: connections are cut, nothing is finished.
    stop: async () => {
      part.signal('SIGKILL');
      await part.exited;
    },
    start: async () => {
      part = await begin();
    },
  };
}
