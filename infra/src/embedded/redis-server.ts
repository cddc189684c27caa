import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateFolder } from '../folders.ts';
import { freePort } from '../ports.ts';
import { spawnGuarded, waitForLine } from './guarded-child.ts';

/** Redis server that runs as a child process of this process. */
export interface RedisServer {
  url: string;
  exited: Promise<{ code: number | null }>;
  stop(): Promise<void>;
}

/** Options: the location of the server's data, and its port. */
export interface RedisOptions {
  /** Folder of the server's data and configuration file, readable by this user only. */
  folder: string;
  password: string;
  /** Port of the server. Default: any free port. */
  port?: number;
  /** Whether the server writes nothing to disk, for tests. */
  throwaway?: boolean;
  onLine?: (line: string) => void;
}

/**
 * Starts a private redis-server on 127.0.0.1 with a password, an append-only file and no eviction. It ends with this
 * process. Throws with the install command when redis-server is missing or older than 6.2.
 */
export async function startRedisServer(options: RedisOptions): Promise<RedisServer> {
  checkVersion();
  await makePrivateFolder(options.folder);
  const port = options.port ?? (await freePort());
  const file = path.join(options.folder, 'redis.conf');
  // The settings are in a file: every user of the machine can read a process's arguments, and so its password.
  await writeFile(file, configuration(options, port), { mode: 0o600 });
  const child = spawnGuarded({ command: 'redis-server', args: [file], cwd: options.folder, stopSignal: 'TERM' });
  try {
    await waitForLine(child, /Ready to accept connections/, 60_000, options.onLine ?? (() => {}));
  } catch (error) {
    await child.stop(2_000);
    throw new Error(`The private redis-server in "${options.folder}" did not start: ${reason(error, port)}`, {
      cause: error,
    });
  }
  return {
    url: `redis://:${options.password}@127.0.0.1:${port}`,
    exited: child.exited,
    stop: () => child.stop(10_000),
  };
}

function configuration(options: RedisOptions, port: number): string {
  const lines = [
    'bind 127.0.0.1',
    `port ${port}`,
    'protected-mode yes',
    `requirepass ${options.password}`,
    `dir ${JSON.stringify(options.folder)}`,
    'daemonize no',
    'databases 64',
    'maxmemory-policy noeviction',
    'save ""',
    ...(options.throwaway ? ['appendonly no'] : ['appendonly yes', 'appendfsync everysec']),
  ];
  return `${lines.join('\n')}\n`;
}

function checkVersion(): void {
  const install = process.platform === 'darwin' ? 'brew install redis' : 'sudo apt-get install redis-server';
  const { stdout, error } = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  if (error !== undefined)
    throw new Error(`redis-server is not installed. Run "${install}", or set REDIS_URL.`, { cause: error });
  const [, major, minor] = /v=(\d+)\.(\d+)/.exec(stdout) ?? [];
  if (Number(major) * 100 + Number(minor) < 602) {
    throw new Error(
      `redis-server is too old (${major}.${minor}); 6.2 or newer is needed. Run "${install}", or set REDIS_URL.`,
    );
  }
}

function reason(error: unknown, port: number): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/No space left on device/.test(text))
    return 'the disk is full. Free some space, or set DATA_DIR to another disk.';
  if (/Address already in use/.test(text)) return `port ${port} is taken.`;
  return text;
}
