import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { suiteFolder } from '@framemill/testing/folders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedis, freePort, redisReady } from '../../src/index.ts';
import { deploy } from './deploy-files.ts';

const folder = suiteFolder();
let port: number;
const running: ChildProcess[] = [];
beforeAll(async () => {
  port = await freePort();
});
afterAll(async () => {
  for (const child of running.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

/** Starts a redis-server with the deployed configuration, on a port and in a folder of this suite. */
async function start() {
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const child = spawn('redis-server', [path.join(deploy, 'redis/redis.conf'), ...own], { stdio: 'ignore' });
  running.push(child);
  const redis = createRedis(`redis://127.0.0.1:${port}`, 'worker');
  await redisReady(redis, 15_000);
  return { child, redis };
}

describe('redis.conf', () => {
  it('evicts nothing, writes to disk every second and keeps the data when the server is killed', async () => {
    const first = await start();
    const setting = async (name: string) => (await first.redis.config('GET', name))[1];
    expect(await setting('maxmemory-policy')).toBe('noeviction');
    expect(Number(await setting('maxmemory'))).toBeGreaterThan(0);
    expect(await setting('appendonly')).toBe('yes');
    expect(await setting('appendfsync')).toBe('everysec');
    expect(await setting('save')).toBe('');
    await first.redis.set('kept', 'yes');
    first.redis.disconnect();
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    const second = await start();
    expect(await second.redis.get('kept')).toBe('yes');
    second.redis.disconnect();
  });
});
