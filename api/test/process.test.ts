import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type TestServices, testServices } from '@framemill/infra/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

interface Started {
  child: ChildProcess;
  address: string;
  metricsPort: number;
}

function spawnApi(env: Record<string, string | undefined>): ChildProcess {
  const main = path.join(import.meta.dirname, '../src/main.ts');
  return spawn(process.execPath, [main], {
    env: { ...process.env, LOG_LEVEL: 'info', PORT: '0', METRICS_PORT: '0', DATA_DIR: services.folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function start(): Promise<Started> {
  const child = spawnApi({ DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl });
  if (!child.stdout) throw new Error('The process has no output.');
  for await (const line of createInterface(child.stdout)) {
    const entry = JSON.parse(line);
    if (entry.msg === 'listening') return { child, address: entry.address, metricsPort: entry.metricsPort };
  }
  throw new Error('The process ended before it listened.');
}

it('listens, serves health and metrics, and ends with 0 at SIGTERM', async () => {
  const { child, address, metricsPort } = await start();
  expect((await fetch(`${address}/v1/me`)).status).toBe(401);
  expect((await fetch(`${address}/openapi.json`)).status).toBe(200);
  const health = await fetch(`http://127.0.0.1:${metricsPort}/readyz`);
  expect([health.status, await health.json()]).toEqual([200, { status: 'ready', failed: [] }]);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  expect(metrics).toMatch(/framemill_api_request_duration_seconds_count\{.*route="\/v1\/me",status_class="4xx".*\} 1/);
  expect(metrics).toMatch(/framemill_auth_failures_total\{.*reason="unauthorized".*\} 1/);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
}, 60_000);

it('says what is missing and ends with 1 when it cannot start', async () => {
  const child = spawnApi({ DATABASE_URL: services.databaseUrl, REDIS_URL: '' });
  const lines: string[] = [];
  child.stdout?.on('data', (data: Buffer) => lines.push(data.toString()));
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(lines.join('')).toContain('REDIS_URL is not set');
}, 60_000);
