import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { forSuite } from '@framemill/testing/for-suite';
import { startFileServer } from '@framemill/testing/local-server';
import { testServices } from '@framemill/testing/services';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { connectPostgres, createRedis, freePort, type Redis, redisReady } from '../../src/index.ts';
import { deploy } from '../deploy/deploy-files.ts';
import { hasProgram, programFolder, type Running, startProgram } from './programs.ts';
import { redisPassword, startRedisPair } from './redis-pair.ts';

/** Answer of a Sentinel that names a primary, as it is written in the configuration. */
const namedAs = (host: string, port: number) =>
  `\\$${host.length}\\r\\n${host}\\r\\n\\$${String(port).length}\\r\\n${port}\\r\\n`;

/** Whether a server answers on a new connection before the connection ends. */
function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.on('error', () => undefined);
    socket.once('data', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('close', () => resolve(false));
  });
}

const isThere = hasProgram('HAProxy', 'haproxy');

describe.skipIf(!isThere)('haproxy.cfg', { tags: 'full' }, () => {
  const services = forSuite(testServices);
  const folder = programFolder();
  const running: Running[] = [];
  afterAll(async () => {
    await Promise.all(running.map((program) => program.stop(5_000)));
    await folder.remove();
  });

  it('leads to a ready API process, the primary of PostgreSQL, and the Redis that the Sentinels name', async () => {
    const closed = await freePort();
    const ports = {
      ...{ api: await freePort(), postgres: await freePort(), redis: await freePort() },
      ...{ first: await freePort(), second: await freePort() },
    };
    const health = (status: number, text = '') =>
      startFileServer((request, response) => {
        const isKnown = ['/readyz', '/primary', '/v1/me'].includes(request.url ?? '');
        response.writeHead(isKnown ? status : 404).end(text);
      });
    const [ready, unready] = [await health(200, 'served'), await health(503, 'not ready')];
    const database = new URL(services.databaseUrl);
    // Long enough that a busy machine causes no second failover.
    const pair = await startRedisPair(folder.path, 3, 5_000);
    running.push(...pair.programs);

    const places: Record<string, string> = {
      '0.0.0.0:8080': `127.0.0.1:${ports.api}`,
      '127.0.0.1:5432': `127.0.0.1:${ports.postgres}`,
      '127.0.0.1:6379': `127.0.0.1:${ports.redis}`,
      '10.0.0.11:8787 check port 9464': `127.0.0.1:${closed} check port ${unready.port}`,
      '10.0.0.12:8787 check port 9464': `127.0.0.1:${ready.port} check port ${ready.port}`,
      '10.0.0.21:5432 check port 8008': `127.0.0.1:${closed} check port ${unready.port}`,
      '10.0.0.22:5432 check port 8008': `${database.host} check port ${ready.port}`,
      '127.0.0.1:6381': `127.0.0.1:${ports.first}`,
      'port 6381': `port ${ports.first}`,
      '127.0.0.1:6382': `127.0.0.1:${ports.second}`,
      'port 6382': `port ${ports.second}`,
      '10.0.0.31:6379': `127.0.0.1:${pair.port}`,
      '10.0.0.32:6379': `127.0.0.1:${pair.replicaPort}`,
      [namedAs('10.0.0.31', 6379)]: namedAs('127.0.0.1', pair.port),
      [namedAs('10.0.0.32', 6379)]: namedAs('127.0.0.1', pair.replicaPort),
      '10.0.0.31:26379': `127.0.0.1:${pair.sentinelPorts[0]}`,
      '10.0.0.32:26379': `127.0.0.1:${pair.sentinelPorts[1]}`,
      '10.0.0.33:26379': `127.0.0.1:${pair.sentinelPorts[2]}`,
    };
    let text = readFileSync(path.join(deploy, 'haproxy/haproxy.cfg'), 'utf8');
    for (const [from, to] of Object.entries(places)) {
      expect(text).toContain(from);
      text = text.replaceAll(from, () => to);
    }
    const file = path.join(folder.path, 'haproxy.cfg');
    writeFileSync(file, text, { mode: 0o644 });
    running.push(startProgram('haproxy', ['-db', '-f', file]));

    const ask = async () => (await fetch(`http://127.0.0.1:${ports.api}/v1/me`)).text();
    await vi.waitFor(async () => expect(await ask()).toBe('served'), { timeout: 100_000, interval: 200 });
    const there = new URL(services.databaseUrl);
    there.port = String(ports.postgres);
    await (await connectPostgres(there.href)).end();

    const url = `redis://:${redisPassword}@127.0.0.1:${ports.redis}`;
    const redis = createRedis(url, 'worker');
    await vi.waitFor(() => redis.set('key', 'value'), { timeout: 100_000 });
    const leadsTo = async (connection: Redis) => /tcp_port:(\d+)/.exec(await connection.info('server'))?.[1];
    // HAProxy leads to both servers until its first checks have ended.
    const settled = { timeout: 100_000, interval: 200 };
    await vi.waitFor(async () => expect(await leadsTo(redis)).toBe(String(pair.port)), settled);
    await pair.primary.stop(5_000);
    await vi.waitFor(async () => expect(await leadsTo(redis)).toBe(String(pair.replicaPort)), settled);
    await redis.set('key', 'moved');
    // HAProxy uses its servers in rotation: when several connections in a row are answered, the lost one is left out.
    await vi.waitFor(async () => {
      for (let i = 0; i < 6; i += 1) expect(await isAnswered(ports.redis)).toBe(true);
    }, settled);

    // The old primary comes back and takes itself for the primary, until the Sentinels make it a replica.
    running.push(await pair.startPrimaryAgain());
    const old = createRedis(`redis://:${redisPassword}@127.0.0.1:${pair.port}`, 'plain');
    const sentinel = createRedis(`redis://127.0.0.1:${pair.sentinelPorts[0]}`, 'plain');
    const begunMs = performance.now();
    while ((await old.info('replication')).includes('role:master')) {
      const named = await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'main');
      expect(named).toEqual(['127.0.0.1', String(pair.replicaPort)]);
      const fresh = createRedis(url, 'plain');
      await redisReady(fresh);
      expect(await leadsTo(fresh)).toBe(String(pair.replicaPort));
      fresh.disconnect();
      await delay(100);
    }
    // Longer than HAProxy needs for two checks.
    expect(performance.now() - begunMs).toBeGreaterThan(5_000);
    expect(await redis.get('key')).toBe('moved');
    for (const connection of [redis, old, sentinel]) connection.disconnect();
    for (const server of [ready, unready]) await server.close();
  });
});
