import { spawnSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { freePort } from '../ports.ts';
import { spawnGuarded, waitForLine } from './guarded-child.ts';
import { clusterFolder, postgresBinaries, postgresUser, type ServiceUser } from './postgres-home.ts';

/** PostgreSQL server that runs as a child process of this process. */
export interface PostgresServer {
  /** Returns the URL of `database` on this server, including the password. */
  url(database: string): string;
  exited: Promise<{ code: number | null }>;
  stop(): Promise<void>;
}

/** Options: the location of the database files, and the port. */
export interface PostgresOptions {
  dataDir: string;
  /** Id of the cluster. It names the cluster's folder when that cannot be in `dataDir`. */
  id: string;
  password: string;
  /** Folder for copies that the user `postgres` can read; for tests. */
  sharedRoot?: string;
  /** Whether PostgreSQL does not wait until data are on the disk. Used in tests, whose data are discarded. */
  throwaway?: boolean;
  /** Port of the server. Default: any free port. */
  port?: number;
  onLine?: (line: string) => void;
}

const superuser = 'framemill';

/**
 * Starts a real PostgreSQL on a port of 127.0.0.1 (password only, no Unix socket). Creates its database cluster at the
 * first start. The server ends with this process, even when this process is killed. Takes about 2 s the first time, 0.5
 * s later.
 */
export async function startPostgres(options: PostgresOptions): Promise<PostgresServer> {
  const user = postgresUser();
  const bin = await postgresBinaries(user, options.sharedRoot);
  const folder = await clusterFolder(options.dataDir, options.id, user, options.sharedRoot);
  const cluster = path.join(folder, 'cluster');
  if (!(await exists(path.join(cluster, 'PG_VERSION')))) await initialise(bin, cluster, user, options);
  await clearStalePid(cluster);

  const port = options.port ?? (await freePort());
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=200',
    'timezone=UTC',
    ...(options.throwaway ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : []),
  ];
  const child = spawnGuarded({
    command: path.join(bin, 'postgres'),
    args: ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    cwd: folder,
    env: cleanEnvironment(),
    // Fast shutdown: sessions are cut, data is written.
    stopSignal: 'INT',
    ...(user === null ? {} : { user }),
  });
  try {
    await waitForLine(child, /ready to accept connections/, 60_000, options.onLine ?? (() => {}));
  } catch (error) {
    await child.stop(2_000);
    throw new Error(`The embedded PostgreSQL in "${cluster}" did not start: ${reason(error)}`, { cause: error });
  }
  return {
    url: (database) => `postgresql://${superuser}:${options.password}@127.0.0.1:${port}/${database}`,
    exited: child.exited,
    stop: () => child.stop(10_000),
  };
}

/** Creates the database as a copy of `template` when it is absent, which takes about 30 ms. Returns its URL. */
export async function ensureDatabase(server: PostgresServer, name: string, template = 'template1'): Promise<string> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) {
      await client.query(
        `CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE ${client.escapeIdentifier(template)}`,
      );
    }
  } finally {
    await client.end();
  }
  return server.url(name);
}

async function initialise(
  bin: string,
  cluster: string,
  user: ServiceUser | null,
  options: PostgresOptions,
): Promise<void> {
  // Created next to the final folder and then renamed: an interrupted setup leaves no partial cluster.
  const part = `${cluster}.new`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { mode: 0o700 });
  const secret = await mkdtemp(path.join(tmpdir(), 'framemill-'));
  const passwordFile = path.join(secret, 'password');
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  if (user !== null) await Promise.all([part, secret, passwordFile].map((file) => chown(file, user.uid, user.gid)));
  const made = spawnSync(
    path.join(bin, 'initdb'),
    [
      `--pgdata=${part}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(options.throwaway ? ['--no-sync'] : []),
    ],
    { encoding: 'utf8', cwd: path.dirname(cluster), env: cleanEnvironment(), ...(user ?? {}) },
  );
  await rm(secret, { recursive: true, force: true });
  if (made.status !== 0) {
    await rm(part, { recursive: true, force: true });
    throw new Error(
      `The embedded PostgreSQL could not create its files in "${cluster}": ${reason(made.error ?? made.stderr)}`,
    );
  }
  await rename(part, cluster);
}

/**
 * Removes a stale pid file, whose process id may now belong to another process. This is common in containers, where ids
 * repeat, and PostgreSQL would take it for a running server. The server of this cluster counts as running only if the
 * process is a postgres on this folder. Throws when such a server is running.
 */
async function clearStalePid(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const pid = Number.parseInt(text, 10);
  // After a parent was killed, the guard needs a moment to end its server.
  for (let attempt = 0; attempt < 50; attempt++) {
    const command = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
    const isServer = command.error === undefined ? command.stdout.includes(cluster) : await runsInProc(pid, cluster);
    if (!isServer) return rm(file, { force: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The database in "${cluster}" is in use by process ${pid}. Stop it, or set another DATA_DIR.`);
}

async function runsInProc(pid: number, cluster: string): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.includes(cluster);
}

function reason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/No space left on device|ENOSPC/.test(text))
    return 'the disk is full. Free some space, or set DATA_DIR to another disk.';
  if (/shared memory/i.test(text))
    return `not enough shared memory. Give the container more (--shm-size=256m).\n${text}`;
  return text;
}

/** Returns this process's environment without the PG* variables of the user's shell and without secrets. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(() => null)) !== null;
}
