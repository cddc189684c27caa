import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freeBytes } from '../folders.ts';
import type { Logger } from '../log/logger.ts';
import { keptPorts } from '../ports.ts';
import { type Kept, keepRunning } from './keep-running.ts';
import { ensureDatabase, startPostgres } from './postgres-server.ts';
import { startRedisServer } from './redis-server.ts';

/** Options: the services to start, and the location of their data. */
export interface EmbeddedOptions {
  /**
   * Folder for all data of the services. When it is inside root's private home, PostgreSQL's files are elsewhere: see
   * `clusterFolder`.
   */
  dataDir: string;
  log: Logger;
  /** Services to start; default both. */
  services?: { postgres?: boolean; redis?: boolean };
  sharedRoot?: string;
  /** Called with a message for the user when a server ended unexpectedly and is being restarted. */
  onRestart?(line: string): void;
}

/** Running embedded services. */
export interface Embedded {
  /** URL of the database; null when the service was not requested. */
  databaseUrl: string | null;
  redisUrl: string | null;
  /** Rejects when a service repeatedly ends unexpectedly. A service that ends once is restarted at the same address. */
  failed: Promise<never>;
  /** Shuts the services down cleanly; resolves when they have exited. */
  stop(): Promise<void>;
}

interface Secrets {
  id: string;
  postgresPassword: string;
  redisPassword: string;
}

/** Minimum free disk space for starting, in bytes. With less, a later write would fail halfway. */
const minimumFreeBytes = 256 * 1024 * 1024;

/**
 * Starts a real PostgreSQL and a private redis-server, whose data and ports stay the same between starts. Both servers
 * end with this process, even when it is killed. Throws when the folder is in use, the disk is full, or a server is not
 * available.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { dataDir, log, services = {}, sharedRoot, onRestart = () => {} } = options;
  await mkdir(dataDir, { recursive: true });
  await checkFreeSpace(dataDir);
  const unlock = await lockFolder(dataDir);
  const running: Kept[] = [];
  const stop = async () => {
    await Promise.all(running.map((server) => server.stop()));
    await unlock();
  };
  try {
    const secrets = await readSecrets(dataDir);
    const ports = await keptPorts(dataDir);
    const onLine = (service: string) => (line: string) => log.debug({ service }, line);
    let databaseUrl: string | null = null;
    let redisUrl: string | null = null;
    const keep = async <S extends Server>(
      name: string,
      port: number,
      start: (port: number) => Promise<S>,
    ): Promise<S> => {
      const { kept, first } = await keepServer({ name, port, start, onRestart });
      running.push(kept);
      return first;
    };
    if (services.postgres !== false) {
      const settings = { dataDir, id: secrets.id, password: secrets.postgresPassword, sharedRoot };
      const start = (port: number) => startPostgres({ ...settings, port, onLine: onLine('postgres') });
      databaseUrl = await ensureDatabase(await keep('PostgreSQL', ports.postgres, start), 'framemill');
    }
    if (services.redis !== false) {
      const settings = { folder: path.join(dataDir, 'redis'), password: secrets.redisPassword };
      const start = (port: number) => startRedisServer({ ...settings, port, onLine: onLine('redis') });
      redisUrl = (await keep('Redis', ports.redis, start)).url;
    }
    const failed = Promise.race(running.map((server) => server.failed));
    // A caller that ignores `failed` must not be ended by an unhandled rejection.
    failed.catch(() => {});
    return { databaseUrl, redisUrl, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Server {
  exited: Promise<{ code: number | null }>;
  stop(): Promise<void>;
}

/**
 * Starts a server and restarts it whenever it ends, always on the same port. The address of the first instance
 * (`first`) therefore stays valid.
 */
async function keepServer<S extends Server>({
  name,
  port,
  start,
  onRestart,
}: {
  name: string;
  port: number;
  start: (port: number) => Promise<S>;
  onRestart: (line: string) => void;
}): Promise<{ kept: Kept; first: S }> {
  const first = await start(port);
  let unused: S | null = first;
  const kept = await keepRunning({
    name,
    async start() {
      const server = unused ?? (await start(port));
      unused = null;
      const ended = server.exited.then(({ code }) => `ended with code ${code}`);
      return { ended, stop: () => server.stop() };
    },
    onRestart,
  });
  return { kept, first };
}

async function checkFreeSpace(dataDir: string): Promise<void> {
  const free = await freeBytes(dataDir);
  if (free >= minimumFreeBytes) return;
  throw new Error(
    `Only ${Math.round(free / 1e6)} MB are free on the disk of "${dataDir}"; at least ` +
      `${Math.round(minimumFreeBytes / 1e6)} MB are needed. Free some space, or set DATA_DIR to another disk.`,
  );
}

async function readSecrets(dataDir: string): Promise<Secrets> {
  const file = path.join(dataDir, 'embedded.json');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text !== null) return parseSecrets(text, file);
  const secrets = {
    id: randomUUID(),
    postgresPassword: randomBytes(24).toString('hex'),
    redisPassword: randomBytes(24).toString('hex'),
  };
  await writeFile(file, `${JSON.stringify(secrets)}\n`, { mode: 0o600 });
  return secrets;
}

function parseSecrets(text: string, file: string): Secrets {
  const value: Partial<Secrets> = JSON.parse(text);
  const { id, postgresPassword, redisPassword } = value;
  if (typeof id === 'string' && typeof postgresPassword === 'string' && typeof redisPassword === 'string') {
    return { id, postgresPassword, redisPassword };
  }
  throw new Error(`The file "${file}" is damaged. Restore it, or start with an empty DATA_DIR.`);
}

/**
 * Locks `folder` for this process and returns a function that unlocks it. Throws when another process holds the lock.
 * The lock is a listening socket. The kernel closes the socket with the process, so the lock is never stale as a pid
 * file can be.
 */
async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const name = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, 16);
  const socket = path.join(tmpdir(), `framemill-${name}.lock`);
  if (await answers(socket)) {
    throw new Error(
      `The folder "${folder}" is in use by another Framemill process. Stop that process, or set another DATA_DIR.`,
    );
  }
  await rm(socket, { force: true });
  const server = createServer((client) => client.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(socket, resolve);
  });
  server.unref();
  return () => new Promise((resolve) => server.close(() => resolve()));
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(socket);
    client.once('connect', () => {
      client.destroy();
      resolve(true);
    });
    client.once('error', () => resolve(false));
  });
}
