import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createRedis, freePort, redisReady } from '../../src/index.ts';
import { programFolder, type Running, startProgram } from './programs.ts';

const folder = programFolder();
const running: Running[] = [];
afterAll(async () => {
  await Promise.all(running.map((program) => program.stop(5_000)));
  await folder.remove();
});

async function start(name: string, lines: string[], args: string[] = []): Promise<Running> {
  const file = path.join(folder.path, `${name}.conf`);
  writeFileSync(file, `${['bind 127.0.0.1', `dir ${folder.path}`, ...lines].join('\n')}\n`);
  // Sentinels write to their file.
  chmodSync(file, 0o666);
  const program = startProgram('redis-server', [file, ...args]);
  running.push(program);
  await vi.waitFor(() => expect(program.output()).toMatch(/Ready to accept connections|Sentinel ID is/), 100_000);
  return program;
}

async function startPair() {
  const [port, replicaPort, sentinelPort] = [await freePort(), await freePort(), await freePort()];
  const common = ['save ""', 'requirepass secret', 'masterauth secret', 'repl-diskless-sync-delay 0'];
  const primary = await start('primary', [`port ${port}`, ...common]);
  await start('replica', [`port ${replicaPort}`, `replicaof 127.0.0.1 ${port}`, ...common]);
  const watched = [
    `sentinel monitor main 127.0.0.1 ${port} 1`,
    ...['auth-pass main secret', 'down-after-milliseconds main 500', 'failover-timeout main 3000'].map(
      (line) => `sentinel ${line}`,
    ),
  ];
  await start('sentinel', [`port ${sentinelPort}`, ...watched], ['--sentinel']);
  const sentinel = createRedis(`redis://127.0.0.1:${sentinelPort}`, 'plain');
  await vi.waitFor(async () => {
    expect(String(await sentinel.call('SENTINEL', 'REPLICAS', 'main'))).toContain(String(replicaPort));
  }, 100_000);
  sentinel.disconnect();
  return { primary, port, replicaPort, url: `redis+sentinel://:secret@127.0.0.1:${sentinelPort}/main/2` };
}

describe('Redis with Sentinels', { tags: 'full' }, () => {
  it.each(['producer', 'worker', 'plain'] as const)(
    'leads a %s to the primary, and after a failover to the new one',
    async (role) => {
      const { primary, port, replicaPort, url } = await startPair();
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
    await start('tls', ['port 0', `tls-port ${port}`, ...tls]);
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
