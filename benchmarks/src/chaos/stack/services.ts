import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  createRedis,
  ensureDatabase,
  freePort,
  migrateDatabase,
  type ObjectStoreConfig,
  type PostgresServer,
  type RedisServer,
  startPostgres,
  startRedisServer,
} from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
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
  /** Where everybody keeps objects. */
  readonly objects: ObjectStoreConfig;
  readonly postgres: Outage;
  /** `stop` is SHUTDOWN NOSAVE of a server that writes nothing to disk: everything in it is lost. */
  readonly redis: Outage;
  /** null: objects are in a folder. */
  readonly s3: S3Service | null;
  close(): Promise<void>;
}

/** Where the services keep objects: in an S3 service, or in a folder that everybody shares, as `npm start` does. */
export type ObjectsIn = 's3' | 'folder';

/** The S3 service of the chaos farm. */
export interface S3Service extends Outage {
  readonly address: S3Address;
}

/** Its address and credentials. */
export interface S3Address {
  readonly kind: 's3';
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const password = 'chaos';
const bucket = 'chaos';

/** Starts PostgreSQL, Redis and, unless objects are in a folder, an S3 service, each in a process of its own. Throws when one cannot be had. */
export async function startServices({ objectsIn = 's3' }: { objectsIn?: ObjectsIn } = {}): Promise<ChaosServices> {
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
    const s3 = objectsIn === 's3' ? await openObjects(folder) : null;
    if (s3) running.push(s3);
    const objects = s3?.address ?? { kind: 'folder' as const, root: join(dataFolder(folder), 'objects') };
    return { folder, databaseUrl, redisUrl: redis.url, objects, postgres, redis, s3, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The S3 service of services that have one. Throws `internal_error` where objects are in a folder. */
export function s3Of({ s3 }: ChaosServices): S3Service {
  if (s3) return s3;
  throw new FramemillError('internal_error', 'These services keep objects in a folder. Start them with an S3 service.');
}

/** The data folder of the processes of a stack. */
export function dataFolder(folder: string): string {
  return join(folder, 'data');
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

async function openObjects(folder: string): Promise<S3Service> {
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
