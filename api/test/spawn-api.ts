import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestServices } from '@framemill/infra/testing';

/** API in a separate process that accepts connections. End it with `child.kill('SIGTERM')`. */
export interface ApiProcess {
  child: ChildProcess;
  address: string;
  metricsPort: number;
  /** Output of the process until it accepted connections. */
  output: string;
}

/** Starts the API in a separate process. `env` adds variables to those of the test services. */
export function spawnApi(services: TestServices, env: Record<string, string | undefined>): ChildProcess {
  return spawnProgram('api', services, env);
}

/**
 * Starts one of the project's programs in a separate process. `env` adds variables to those of the test services. The
 * caller must read the output.
 */
export function spawnProgram(
  program: 'api' | 'scheduler' | 'farm',
  services: TestServices,
  env: Record<string, string | undefined>,
): ChildProcess {
  const main = path.join(import.meta.dirname, `../../${program}/src/main.ts`);
  return spawn(process.execPath, [main], {
    env: {
      ...process.env,
      ...{ LOG_LEVEL: 'info', PORT: '0', METRICS_PORT: '0', DATA_DIR: services.folder },
      ...{ DATABASE_URL: services.databaseUrl, REDIS_URL: services.redisUrl, ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts the API in a separate process and waits until it accepts connections. */
export async function startApiProcess(services: TestServices, env: Record<string, string> = {}): Promise<ApiProcess> {
  const child = spawnApi(services, env);
  if (!child.stdout) throw new Error('The process has no output.');
  let output = '';
  for await (const line of createInterface(child.stdout)) {
    output += `${line}\n`;
    const { msg, address, metricsPort } = JSON.parse(line);
    if (msg === 'listening') return { child, address, metricsPort, output };
  }
  throw new Error('The process ended before it listened.');
}
