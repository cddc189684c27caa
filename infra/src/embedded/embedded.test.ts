import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { suiteFolder } from '@framemill/testing/folders';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../log/logger.ts';
import { createRedis, redisReady } from '../redis.ts';
import { type Embedded, startEmbedded } from './index.ts';
import { installedPackage, postgresBinaries, postgresUser } from './postgres-home.ts';

const log = createLogger('test', { level: 'silent' });

describe('startEmbedded', () => {
  const folder = suiteFolder();
  // Making a cluster takes longer than all that is done with it: tests that need no fresh one share it.
  let dataDir: string;
  let sharedRoot: string;
  beforeAll(async () => {
    dataDir = path.join(folder, 'data');
    sharedRoot = path.join(folder, 'shared');
    await chmod(folder, 0o755);
  });

  const start = (own: { dataDir?: string; sharedRoot?: string } = {}) =>
    startEmbedded({ dataDir, log, sharedRoot, ...own });

  it('keeps what both services hold over a restart', async () => {
    const first = await start();
    await sql(first, 'CREATE TABLE kept (a TEXT)');
    await onRedis(first, (redis) => redis.set('kept', 'yes'));
    await first.stop();

    const second = await start();
    expect(await sql(second, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 0 }]);
    expect(await onRedis(second, (redis) => redis.get('kept'))).toBe('yes');
    expect([second.databaseUrl, second.redisUrl]).toEqual([first.databaseUrl, first.redisUrl]);
    await second.stop();
  });

  it('takes another port when its own was taken meanwhile, and keeps that one', async () => {
    const fresh = { dataDir: path.join(folder, 'ports'), log, services: { postgres: false } };
    const redisUrl = async () => {
      const services = await startEmbedded(fresh);
      await services.stop();
      return services.redisUrl ?? '';
    };
    const first = new URL(await redisUrl());
    const thief = createServer().listen(Number(first.port), '127.0.0.1');
    await once(thief, 'listening');
    const second = await redisUrl();
    expect(second).not.toBe(first.href);
    thief.close();
    await once(thief, 'close');
    expect(await redisUrl()).toBe(second);
  });

  it('wants a password, listens on this machine only, and evicts nothing', async () => {
    const services = await start();
    const url = new URL(services.redisUrl ?? '');
    expect(url.hostname).toBe('127.0.0.1');
    const settings = await onRedis(services, (redis) => redis.config('GET', 'maxmemory-policy'));
    expect(settings).toEqual(['maxmemory-policy', 'noeviction']);
    const stranger = createRedis(`redis://127.0.0.1:${url.port}`, 'plain');
    await expect(stranger.get('a')).rejects.toThrow('NOAUTH');
    stranger.disconnect();
    const database = new URL(services.databaseUrl ?? '');
    database.password = 'wrong';
    await expect(query(database.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect((await stat(path.join(dataDir, 'embedded.json'))).mode & 0o777).toBe(0o600);
    await services.stop();
  });

  it("lets no other user read Redis' data, also of a folder that was open", async () => {
    const fresh = path.join(folder, 'redis-alone');
    const folderOfRedis = path.join(fresh, 'redis');
    const modeOf = async (file: string) => (await stat(file)).mode & 0o777;
    await (await startEmbedded({ dataDir: fresh, log, services: { postgres: false } })).stop();
    expect(await modeOf(folderOfRedis)).toBe(0o700);
    await chmod(folderOfRedis, 0o755);
    await (await startEmbedded({ dataDir: fresh, log, services: { postgres: false } })).stop();
    expect(await modeOf(folderOfRedis)).toBe(0o700);
    expect(await modeOf(fresh)).toBe(0o777 & ~process.umask());
  });

  it('keeps everything in a fresh private folder, so that deleting it leaves nothing', async () => {
    const own = { dataDir: path.join(folder, 'private'), sharedRoot: path.join(folder, 'shared-with-none') };
    await mkdir(own.dataDir, { mode: 0o700 });
    await (await start(own)).stop();
    expect(await stat(path.join(own.dataDir, 'postgres', 'cluster', 'PG_VERSION'))).toBeTruthy();
    // Out of a checkout that PostgreSQL's user cannot enter the programs are copied, and nothing else; otherwise
    // nothing at all.
    const installed = path.join(installedPackage(), 'native', 'bin');
    const programs = await postgresBinaries(postgresUser(), own.sharedRoot);
    if (programs === installed) await expect(stat(own.sharedRoot)).rejects.toThrow('ENOENT');
    else expect(await readdir(own.sharedRoot)).toEqual([path.basename(path.dirname(programs))]);
  });

  it('starts a server again at its address when it, or the shell that watches over it, is killed', async () => {
    const lines: string[] = [];
    const own = { dataDir: path.join(folder, 'killed'), services: { postgres: false } };
    const services = await startEmbedded({ ...own, log, onRestart: (line) => lines.push(line) });
    const pidOf = () =>
      onRedis(services, async (redis) => Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1]));
    const guardOf = (pid: number) =>
      Number(spawnSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }).stdout);
    await onRedis(services, (redis) => redis.set('kept', 'yes'));
    const first = await pidOf();
    process.kill(first, 'SIGKILL');
    const second = await vi.waitUntil(async () => other(await pidOf().catch(() => null), first), 100_000);
    process.kill(guardOf(second), 'SIGKILL');
    await vi.waitUntil(async () => other(await pidOf().catch(() => null), second), 100_000);
    expect(await onRedis(services, (redis) => redis.get('kept'))).toBe('yes');
    expect(lines[0]).toBe('Redis ended with code 137; starting it again');
    await services.stop();
    expect(spawnSync('pgrep', ['-f', own.dataDir], { encoding: 'utf8' }).stdout).toBe('');
  });

  it('refuses a folder that is in use', async () => {
    const services = await start();
    await expect(start()).rejects.toThrow('is in use by another Framemill process');
    await services.stop();
    await (await start()).stop();
  });

  it('starts although a pid file names a process that is something else now', async () => {
    await (await start()).stop();
    const { id } = JSON.parse(await readFile(path.join(dataDir, 'embedded.json'), 'utf8'));
    const cluster = await clusterOf(id);
    await writeFile(path.join(cluster, 'postmaster.pid'), `${process.pid}\n${cluster}\n1\n1\n\n127.0.0.1\n`);
    await (await start()).stop();
  });

  it.runIf(process.getuid?.() === 0)('as root works from a home that only root may enter', async () => {
    const home = path.join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    const own = { dataDir: path.join(home, 'checkout', '.data') };
    const services = await start(own);
    await sql(services, 'CREATE TABLE kept (a TEXT)');
    await services.stop();
    const again = await start(own);
    expect(await sql(again, 'SELECT * FROM kept')).toEqual([]);
    await again.stop();
  });

  it('leaves no child behind when its process is killed', async () => {
    const script = `
      import { startEmbedded } from ${JSON.stringify(fileURLToPath(new URL('index.ts', import.meta.url)))};
      const log = { debug() {} };
      const { databaseUrl, redisUrl } = await startEmbedded({
        dataDir: ${JSON.stringify(dataDir)}, log, sharedRoot: ${JSON.stringify(sharedRoot)},
      });
      console.log(JSON.stringify({ databaseUrl, redisUrl }));
      setInterval(() => {}, 1000);`;
    const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface({ input: parent.stdout }), 'line');
    const services: Embedded = JSON.parse(line);
    await sql(services, 'SELECT 1');
    const idle = new pg.Client({ connectionString: services.databaseUrl ?? '' });
    const idleRedis = createRedis(services.redisUrl ?? '', 'worker');
    idle.on('error', () => {});
    await Promise.all([idle.connect(), redisReady(idleRedis)]);
    const databaseGone = new Promise((resolve) => idle.once('end', resolve));
    const gone = Promise.all([databaseGone, once(idleRedis, 'close')]);
    parent.kill('SIGKILL');
    await gone;
    idleRedis.disconnect();
    // The next start waits until the old servers have let go of the folder.
    await (await start()).stop();
    expect(spawnSync('pgrep', ['-f', folder], { encoding: 'utf8' }).stdout).toBe('');
  });

  async function clusterOf(id: string): Promise<string> {
    const outside = path.join(sharedRoot, `cluster-${id}`, 'cluster');
    const isOutside = await stat(outside).then(
      () => true,
      () => false,
    );
    return isOutside ? outside : path.join(dataDir, 'postgres', 'cluster');
  }
});

/** Returns `pid` when it differs from `before`; otherwise null. */
function other(pid: number | null, before: number): number | null {
  return pid === before ? null : pid;
}

function sql(services: Embedded, statement: string): Promise<object[]> {
  return query(services.databaseUrl ?? '', statement);
}

async function query(url: string, statement: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return (await client.query<object>(statement)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function onRedis<T>(
  services: Embedded,
  action: (redis: ReturnType<typeof createRedis>) => Promise<T>,
): Promise<T> {
  const redis = createRedis(services.redisUrl ?? '', 'plain');
  try {
    return await action(redis);
  } finally {
    await redis.quit();
  }
}
