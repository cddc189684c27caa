import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { freePort } from '../embedded/free-port.ts';
import { startRedisServer } from '../embedded/redis-server.ts';
import { createRedis, redisReady } from './create-redis.ts';
import { reportRedis } from './report-redis.ts';

it('several connections to a Redis that restarts give one line when it goes and one when it is back', {
  timeout: 30_000,
}, async () => {
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
    await vi.waitFor(() => expect(lines).toHaveLength(1), 10_000);
    server = await startRedisServer(options);
    await vi.waitFor(() => expect(lines).toHaveLength(2), 10_000);
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
