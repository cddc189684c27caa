import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestServices } from './services.ts';

/** Log message with which each program reports that it has started. */
const readyMessage = { api: 'listening', scheduler: 'scheduler started', farm: 'ready' } as const;

/** One of the project's programs (API, scheduler, node) running in a separate process. */
export interface Program {
  readonly pid: number;
  /** Returns the output of the program so far, stdout and stderr together. */
  output(): string;
  /**
   * Resolves when the program has started, with its addresses. Rejects with the program's output when it ends before
   * that.
   */
  readonly ready: Promise<{ readonly address: string; readonly metricsPort: number }>;
  /**
   * Resolves with the exit code when the process has ended and all its output was read; null when a signal ended it.
   */
  readonly exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts a program. From this process it inherits only PATH and Node's compile cache; `env` adds the other environment
 * variables. By default, the program uses free ports and no browser (HTML_CLIPS). Returns before the program is ready:
 * see `ready`.
 */
export function spawnProgram(
  name: keyof typeof readyMessage,
  env: Record<string, string>,
  args: readonly string[] = [],
): Program {
  const main = path.join(import.meta.dirname, `../../${name}/src/main.ts`);
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [main, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', METRICS_PORT: '0', HTML_CLIPS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const output = () => lines.join('\n');
  const ready = Promise.withResolvers<Awaited<Program['ready']>>();
  const exited = Promise.withResolvers<number | null>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (line.includes(`"msg":"${readyMessage[name]}"`)) ready.resolve(JSON.parse(line));
    });
  }
  child.once('close', (code) => {
    exited.resolve(code);
    ready.reject(new Error(`${name} ended before it was ready:\n${output()}`));
  });
  // Not every caller waits for it.
  ready.promise.catch(() => undefined);
  return {
    pid: child.pid ?? -1,
    output,
    ready: ready.promise,
    exited: exited.promise,
    kill: (signal) => child.kill(signal),
  };
}

/**
 * Starts a program that uses the services of a test suite. `env` adds environment variables and overrides those for the
 * services.
 */
export function spawnOn(
  { databaseUrl, redisUrl, folder }: TestServices,
  name: keyof typeof readyMessage,
  env: Record<string, string> = {},
  args: readonly string[] = [],
): Program {
  const places = { REDIS_URL: redisUrl, DATA_DIR: folder, ...(name === 'farm' ? {} : { DATABASE_URL: databaseUrl }) };
  return spawnProgram(name, { LOG_LEVEL: 'info', ...places, ...env }, args);
}

/** API that runs in a separate process and accepts connections. */
export interface ApiProcess extends Program {
  readonly address: string;
  readonly metricsPort: number;
}

/** Starts an API that uses the services of a test suite, and waits until it accepts connections. */
export async function startApiProcess(services: TestServices, env: Record<string, string> = {}): Promise<ApiProcess> {
  const api = spawnOn(services, 'api', env);
  const { address, metricsPort } = await api.ready;
  return { ...api, address, metricsPort };
}
