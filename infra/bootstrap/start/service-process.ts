import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnGuarded } from '../../src/embedded/guarded-child.ts';
import { keepRunning, type Life } from '../../src/embedded/keep-running.ts';
import { openLogFile } from './log-file.ts';

export interface ServiceProcess {
  name: string;
  metricsUrl: string;
  /** Rejects with its last lines when it ends without being asked to: at once, or after `isUp` when it does so again and again. */
  failed: Promise<never>;
  /** It has started well: from now on it is started again when it ends. */
  isUp(): void;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  name: string;
  /** Absolute path of a TypeScript file. */
  file: string;
  /** Its environment in its first, second, ... life. */
  env(life: number): NodeJS.ProcessEnv;
  metricsPort: number;
  /** Where `metricsPort` is reached. */
  metricsUrl: string;
  /** Its output goes to `<name>.log` here; the life before is kept as `<name>.1.log`. */
  logFolder: string;
  stopTimeoutMs: number;
  /** Gets a line for people when it is started again. */
  say(line: string): void;
}

const lastLinesCount = 20;

/** Starts one process of the service and returns at once. It cannot outlive this process. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { name, metricsUrl, say } = options;
  let isUp = false;
  let lives = 0;
  const kept = await keepRunning({
    name: `The ${name} process`,
    start: () => live(options, ++lives),
    // What has never run will not run the next time either: a configuration that is wrong, a port that is taken.
    mayRestart: () => isUp,
    onRestart: say,
  });
  return {
    name,
    metricsUrl,
    failed: kept.failed,
    isUp: () => {
      isUp = true;
    },
    stop: kept.stop,
  };
}

async function live(
  { name, file, env, metricsPort, logFolder, stopTimeoutMs }: ServiceOptions,
  count: number,
): Promise<Life> {
  await mkdir(logFolder, { recursive: true });
  const logFile = path.join(logFolder, `${name}.log`);
  await rename(logFile, path.join(logFolder, `${name}.1.log`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const child = spawnGuarded({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', file],
    env: { ...env(count), METRICS_PORT: String(metricsPort) },
    stopSignal: 'TERM',
  });
  const log = openLogFile(logFile);
  let lastLines = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log.write(chunk);
      lastLines = `${lastLines}${chunk}`.split('\n').slice(-lastLinesCount).join('\n');
    });
  }
  const ended = child.exited.then(({ code }) => {
    log.end();
    return `ended with code ${code}.\nIts last lines (all in ${logFile}):\n${lastLines.trim()}`;
  });
  return { ended, stop: () => child.stop(stopTimeoutMs + 2_000) };
}

/** Resolves when `/readyz` of the process answers 200; rejects when it ends before, or after `timeoutMs`. */
export async function untilReady(service: ServiceProcess, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  const poll = async () => {
    for (let last = 'no answer'; ; ) {
      const response = await fetch(`${service.metricsUrl}/readyz`).catch(() => null);
      if (response?.ok) return;
      if (response !== null) last = await response.text();
      if (Date.now() > deadline) {
        throw new Error(`The ${service.name} process was not ready after ${timeoutMs / 1000} s (${last}).`);
      }
      await delay(50);
    }
  };
  await Promise.race([poll(), service.failed]);
}
