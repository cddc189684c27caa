import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createRedis, freePort, redisReady } from '../../src/index.ts';
import { programFolder, type Running } from './programs.ts';
import { redisPassword, startRedis, startRedisPair } from './redis-pair.ts';

const folder = programFolder();
const running: Running[] = [];
afterAll(async () => {
  await Promise.all(running.map((program) => program.stop(5_000)));
  await folder.remove();
});

describe('Redis with Sentinels', { tags: 'full' }, () => {
  it.each(['producer', 'worker', 'plain'] as const)(
    'leads a %s to the primary, and after a failover to the new one',
    async (role) => {
      const { primary, port, replicaPort, sentinelPorts, programs } = await startRedisPair(folder.path, 1);
      running.push(...programs);
      const url = `redis+sentinel://:${redisPassword}@127.0.0.1:${sentinelPorts[0]}/main/2`;
      const redis = createRedis(url, role);
      await redisReady(redis);
      await redis.set('key', 'before');
      await redis.wait(1, 5_000);
      expect(await redis.info('server')).toContain(`tcp_port:${port}`);
      await primary.stop(5_000);
      await vi.waitFor(() => redis.set('key', 'after'), { timeout: 100_000, interval: 100 });
      expect(await redis.info('server')).toContain(`tcp_port:${replicaPort}`);
      expect(await redis.get('key')).toBe('after');
      redis.disconnect();
    },
  );
});

describe('Redis with TLS', { tags: 'full' }, () => {
  it('is reached at rediss://, with a certificate of NODE_EXTRA_CA_CERTS only', async () => {
    const run = promisify(execFile);
    const [key, certificate] = [path.join(folder.path, 'key.pem'), path.join(folder.path, 'cert.pem')];
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
    ]);
    await run('chmod', ['644', key]);
    const port = await freePort();
    const tls = [`tls-cert-file ${certificate}`, `tls-key-file ${key}`, 'tls-auth-clients no'];
    running.push(await startRedis(folder.path, 'tls', ['port 0', `tls-port ${port}`, ...tls]));
    const module = path.resolve(import.meta.dirname, '../../src/redis.ts');
    const script = `
      const { createRedis, redisReady } = await import(${JSON.stringify(module)});
      const redis = createRedis('rediss://localhost:${port}', 'plain');
      await redisReady(redis, 1_000, 1_000);
      process.stdout.write(await redis.ping());
      process.exit(0);`;
    const ask = (env: Record<string, string>) =>
      run(process.execPath, ['--input-type=module', '-e', script], { env: { PATH: process.env.PATH, ...env } });
    expect((await ask({ NODE_EXTRA_CA_CERTS: certificate })).stdout).toBe('PONG');
    await expect(ask({})).rejects.toThrow('Redis did not respond');
  });
});
