import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { forSuite } from '@framemill/testing/for-suite';
import { startFileServer } from '@framemill/testing/local-server';
import { testServices } from '@framemill/testing/services';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { connectPostgres, createRedis, freePort, redisReady, startRedisServer } from '../../src/index.ts';
import { deploy } from '../deploy/deploy-files.ts';
import { hasProgram, programFolder, type Running, startProgram } from './programs.ts';

const isThere = hasProgram('HAProxy', 'haproxy');

describe.skipIf(!isThere)('haproxy.cfg', { tags: 'full' }, () => {
  const services = forSuite(testServices);
  const folder = programFolder();
  let proxy: Running | null = null;
  afterAll(async () => {
    await proxy?.stop(5_000);
    await folder.remove();
  });

  it('leads to an API process that is ready, to the primary of PostgreSQL, and to that of Redis as it moves', async () => {
    const closed = await freePort();
    const ports = { api: await freePort(), postgres: await freePort(), redis: await freePort() };
    const health = (status: number, text = '') =>
      startFileServer((request, response) => {
        const isKnown = ['/readyz', '/primary', '/v1/me'].includes(request.url ?? '');
        response.writeHead(isKnown ? status : 404).end(text);
      });
    const [ready, unready] = [await health(200, 'served'), await health(503, 'not ready')];
    const database = new URL(services.databaseUrl);
    const [one, two] = await Promise.all(
      ['one', 'two'].map((name) =>
        startRedisServer({ folder: path.join(services.folder, name), password: 'test', throwaway: true }),
      ),
    );
    if (one === undefined || two === undefined) throw new Error('Redis did not start.');
    const direct = [one, two].map(({ url }) => createRedis(url, 'plain'));
    const [first, second] = direct;
    await Promise.all(direct.map((redis) => redisReady(redis)));
    const follow = async (replica: typeof first, primary: { url: string }) => {
      await replica?.config('SET', 'masterauth', 'test');
      await replica?.replicaof('127.0.0.1', Number(new URL(primary.url).port));
    };
    await follow(second, one);

    const places: Record<string, string> = {
      '0.0.0.0:8080': `127.0.0.1:${ports.api}`,
      '127.0.0.1:5432': `127.0.0.1:${ports.postgres}`,
      '127.0.0.1:6379': `127.0.0.1:${ports.redis}`,
      '10.0.0.11:8787 check port 9464': `127.0.0.1:${closed} check port ${unready.port}`,
      '10.0.0.12:8787 check port 9464': `127.0.0.1:${ready.port} check port ${ready.port}`,
      '10.0.0.21:5432 check port 8008': `127.0.0.1:${closed} check port ${unready.port}`,
      '10.0.0.22:5432 check port 8008': `${database.host} check port ${ready.port}`,
      '10.0.0.31:6379': new URL(one.url).host,
      '10.0.0.32:6379': new URL(two.url).host,
    };
    let text = readFileSync(path.join(deploy, 'haproxy/haproxy.cfg'), 'utf8').replace(/\$\{REDIS_PASSWORD\}/, 'test');
    for (const [from, to] of Object.entries(places)) {
      expect(text).toContain(from);
      text = text.replace(from, to);
    }
    const file = path.join(folder.path, 'haproxy.cfg');
    writeFileSync(file, text, { mode: 0o644 });
    proxy = startProgram('haproxy', ['-db', '-f', file]);

    const ask = async () => (await fetch(`http://127.0.0.1:${ports.api}/v1/me`)).text();
    await vi.waitFor(async () => expect(await ask()).toBe('served'), { timeout: 100_000, interval: 200 });
    const there = new URL(services.databaseUrl);
    there.port = String(ports.postgres);
    await (await connectPostgres(there.href)).end();

    const redis = createRedis(`redis://:test@127.0.0.1:${ports.redis}`, 'worker');
    await vi.waitFor(() => redis.set('key', 'value'), { timeout: 100_000 });
    expect(await redis.info('server')).toContain(`tcp_port:${new URL(one.url).port}`);
    await second?.replicaof('NO', 'ONE');
    await follow(first, two);
    await vi.waitFor(async () => expect(await redis.info('server')).toContain(`tcp_port:${new URL(two.url).port}`), {
      timeout: 100_000,
      interval: 200,
    });
    await redis.set('key', 'moved');
    for (const connection of [redis, ...direct]) connection.disconnect();
    for (const server of [ready, unready]) await server.close();
    await Promise.all([one.stop(), two.stop()]);
  });
});
