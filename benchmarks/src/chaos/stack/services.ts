import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  allocatorEnvironment,
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

/** Service that tests can stop and restart at the same address. */
export interface Outage {
  stop(): Promise<void>;
  /** Starts the service. Resolves when it accepts connections. */
  start(): Promise<void>;
}

/** Real services on loopback, with their data in a folder that is deleted when they are closed. */
export interface FarmServices {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  /** Configuration of the shared object store. */
  readonly objects: ObjectStoreConfig;
  /** S3 service; null when objects are stored in a folder. */
  readonly s3: S3Service | null;
  close(): Promise<void>;
}

/** Services of which each is one server, which can be stopped. */
export interface ChaosServices extends FarmServices {
  readonly postgres: Outage;
  /** Redis server that writes nothing to disk. `stop` sends SHUTDOWN NOSAVE, which loses all data. */
  readonly redis: Outage;
}

/** Kind of object store: an S3 service, or a shared folder as with `npm start`. */
export type ObjectsIn = 's3' | 'folder';

/** S3 service of the chaos stack. */
export interface S3Service extends Outage {
  readonly address: S3Address;
}

/** Address and credentials of an S3 service. */
interface S3Address {
  readonly kind: 's3';
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

const password = 'chaos';
const bucket = 'chaos';

/**
 * Starts PostgreSQL, Redis and, unless objects are stored in a folder, an S3 service, each as a separate process.
 * Throws when a service cannot be started.
 */
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
    const objects = s3?.address ?? folderObjects(folder);
    return { folder, databaseUrl, redisUrl: redis.url, objects, postgres, redis, s3, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the S3 service. Throws `internal_error` when objects are stored in a folder. */
export function s3Of({ s3 }: FarmServices): S3Service {
  if (s3) return s3;
  throw new FramemillError(
    'internal_error',
    'These services store objects in a folder. Start them with an S3 service.',
  );
}

/**
 * Returns the configuration of an object store in a folder, which the processes of a stack use without an S3 service.
 */
export function folderObjects(folder: string): ObjectStoreConfig {
  return { kind: 'folder', root: join(dataFolder(folder), 'objects') };
}

/** Returns the data folder of a stack's processes. */
function dataFolder(folder: string): string {
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
      // The connection ends instead of a response.
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
    // Stops at once like a crash: connections are cut and requests stay unfinished.
    stop: async () => {
      part.signal('SIGKILL');
      await part.exited;
    },
    start: async () => {
      part = await begin();
    },
  };
}

/**
 * Returns the environment variables for a node: the addresses of all services except the database, a data folder in the
 * folder of the services, and port 0, with which the node gets a free port.
 */
export function nodeEnvironment({ redisUrl, folder, s3 }: FarmServices): Record<string, string> {
  return {
    REDIS_URL: redisUrl,
    ...(s3 ? s3Environment(s3.address) : {}),
    DATA_DIR: dataFolder(folder),
    SCRATCH_DIR: join(folder, 'scratch'),
    // Processes are started repeatedly and reuse the compiled code.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compiled'),
    // Only one scenario renders html clips, and starting a browser with every node would take 2 s of processor time.
    HTML_CLIPS: 'off',
    METRICS_PORT: '0',
    LOG_LEVEL: 'info',
  };
}

/**
 * Returns the environment variables for the API or a scheduler: those of a node, the address of the database, and a
 * free port.
 */
export function serverEnvironment(services: FarmServices): Record<string, string> {
  const server = { DATABASE_URL: services.databaseUrl, PORT: '0', ...allocatorEnvironment };
  return { ...nodeEnvironment(services), ...server };
}

function s3Environment({ bucket, endpoint, credentials }: S3Address): Record<string, string> {
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}
