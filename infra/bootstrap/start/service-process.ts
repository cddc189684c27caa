import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnGuarded } from '../../src/embedded/guarded-child.ts';
import { keepRunning, type Life } from '../../src/embedded/keep-running.ts';
import { openLogFile } from './log-file.ts';

export interface ServiceProcess {
  name: string;
  metricsUrl: string;
  /**
   * Rejects with its last lines of output when the process ends unexpectedly: at once, or after `isUp` when it ends
   * repeatedly.
   */
  failed: Promise<never>;
  /** Marks the process as started: from now on it is restarted when it ends. */
  isUp(): void;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  name: string;
  /** Absolute path of a TypeScript file. */
  file: string;
  /** Returns the environment of its first, second, ... instance. */
  env(life: number): NodeJS.ProcessEnv;
  metricsPort: number;
  /** URL at which `metricsPort` is reached. */
  metricsUrl: string;
  /** Folder of its log `<name>.log`; the log of the previous instance is kept as `<name>.1.log`. */
  logFolder: string;
  stopTimeoutMs: number;
  /** Called with a line for the user when the process is restarted. */
  say(line: string): void;
}

const lastLinesCount = 20;

/** Starts one process of the service and returns at once. The process cannot outlive this one. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { name, metricsUrl, say } = options;
  let isUp = false;
  let lives = 0;
  const kept = await keepRunning({
    name: `The ${name} process`,
    start: () => live(options, ++lives),
    // A process that has never started successfully would fail again: its configuration is wrong, or a port is in use.
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

/**
 * Resolves when `/readyz` of the process responds with 200; rejects when the process ends before, or after
 * `timeoutMs`.
 */
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
