import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { forSuite } from '@framemill/testing/for-suite';
import { startProxy } from '@framemill/testing/frozen-proxy';
import { testServices } from '@framemill/testing/services';
import { describe, expect, it, vi } from 'vitest';
import { freePort, startRedisServer } from './index.ts';
import { createRedis, redisReady, reportRedis } from './redis.ts';

describe('createRedis', () => {
  const services = forSuite(testServices);

  it.each(['producer', 'worker', 'plain'] as const)('gives a %s that takes commands once it is ready', async (role) => {
    const redis = createRedis(services.redisUrl, role);
    await redisReady(redis);
    await redis.set('key', role);
    expect(await redis.get('key')).toBe(role);
    await redis.quit();
  });

  it.each(['producer', 'worker', 'plain'] as const)(
    'gives a %s that gets over a connection that fell silent',
    async (role) => {
      const proxy = await startProxy(services.redisUrl);
      const redis = createRedis(proxy.url, role, { answerMs: 300 });
      await redisReady(redis);
      await redis.set('key', 'heard');
      proxy.freezeOpen();
      expect(await redis.get('key')).toBe('heard');
      await redis.quit();
      await proxy.close();
    },
  );

  it('keeps a connection on which a command waits in Redis for less', async () => {
    const lost: Error[] = [];
    const redis = createRedis(services.redisUrl, 'worker', { answerMs: 1_500, onError: (error) => lost.push(error) });
    let connections = 0;
    redis.on('ready', () => {
      connections += 1;
    });
    for (let i = 0; i < 3; i++) expect(await redis.blpop('nothing', 1)).toBeNull();
    expect([connections, lost]).toEqual([1, []]);
    await redis.quit();
  });

  it('waits longer for a Redis that is there and slow than for one that is not', async () => {
    const proxy = await startProxy(services.redisUrl, { delayMs: 600 });
    const slow = createRedis(proxy.url, 'producer');
    await redisReady(slow, 100);
    expect(await slow.ping()).toBe('PONG');
    const silent = createRedis(proxy.url, 'producer');
    await expect(redisReady(silent, 50, 200)).rejects.toThrow('Redis did not respond within 200 ms. Check REDIS_URL.');
    silent.disconnect();
    await slow.quit();
    await proxy.close();
  });

  it('waits for a proxy that cuts all connections off, and not for a server that rejects the password', async () => {
    const proxy = await startProxy(services.redisUrl, { cutMs: 700 });
    const redis = createRedis(proxy.url, 'producer');
    await redisReady(redis, 100);
    expect(proxy.cutConnections()).toBeGreaterThan(2);
    await redis.quit();
    await proxy.close();
    const url = new URL(services.redisUrl);
    url.password = 'wrong';
    const rejected = createRedis(url.href, 'producer');
    await expect(redisReady(rejected, 100)).rejects.toThrow('Redis did not respond within 100 ms. Check REDIS_URL.');
    rejected.disconnect();
  });

  it('lets a producer fail at once and a worker wait while Redis is away', async () => {
    const port = await freePort();
    const url = `redis://:test@127.0.0.1:${port}`;
    const producer = createRedis(url, 'producer');
    const worker = createRedis(url, 'worker');
    const waiting = worker.set('key', 'late');
    await expect(producer.get('key')).rejects.toThrow();
    await expect(redisReady(producer, 100)).rejects.toThrow('Redis did not respond within 100 ms. Check REDIS_URL.');

    const late = await startRedisServer({ folder: `${services.folder}/late`, password: 'test', port, throwaway: true });
    expect(await waiting).toBe('OK');
    await redisReady(producer);
    expect(await producer.get('key')).toBe('late');
    await Promise.all([producer.quit(), worker.quit()]);
    await late.stop();
  });
});

it('several connections to a Redis that restarts give one line when it goes and one when it is back', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'report-redis-'));
  const options = { folder, password: 'p', port: await freePort(), throwaway: true };
  const lines: string[] = [];
  const note = (_details: object, text?: string) => lines.push(String(text));
  const report = reportRedis({ warn: note, info: note }, 'test');
  let server = await startRedisServer(options);
  const connections = (['worker', 'producer', 'worker'] as const).map((role) => createRedis(server.url, role, report));
  try {
    await Promise.all(connections.map((connection) => redisReady(connection)));
    await server.stop();
    await vi.waitFor(() => expect(lines).toHaveLength(1), 100_000);
    server = await startRedisServer(options);
    await vi.waitFor(() => expect(lines).toHaveLength(2), 100_000);
    expect(lines).toEqual(['test: Redis is away', 'over: test: Redis is away']);
    report.onError(new Error('NOAUTH Authentication required.'));
    report.onError(new Error('NOAUTH Authentication required.'));
    expect(lines.slice(2)).toEqual(['test: Redis', 'test: Redis']);
  } finally {
    for (const connection of connections) connection.disconnect();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
