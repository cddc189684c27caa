import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { spawnGuarded } from '../../src/embedded/guarded-child.ts';
import { openLogFile } from './log-file.ts';

export interface ServiceProcess {
  name: string;
  metricsUrl: string;
  /** Rejects with its last lines when it ends without being asked to. */
  failed: Promise<never>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  name: string;
  /** Absolute path of a TypeScript file. */
  file: string;
  env: NodeJS.ProcessEnv;
  metricsPort: number;
  /** Where `metricsPort` is reached. */
  metricsUrl: string;
  /** Its output goes to `<name>.log` here; the run before is kept as `<name>.1.log`. */
  logFolder: string;
  stopTimeoutMs: number;
}

const lastLinesCount = 20;

/** Starts one process of the service and returns at once. It cannot outlive this process. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { name, file, env, metricsPort, metricsUrl, logFolder } = options;
  await mkdir(logFolder, { recursive: true });
  const logFile = path.join(logFolder, `${name}.log`);
  await rename(logFile, path.join(logFolder, `${name}.1.log`)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const child = spawnGuarded({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', file],
    env: { ...env, METRICS_PORT: String(metricsPort) },
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
  let stopping = false;
  const failed = child.exited.then(({ code }) => {
    log.end();
    if (stopping) return new Promise<never>(() => {});
    throw new Error(
      `The ${name} process ended with code ${code}. Its last lines (all in ${logFile}):\n${lastLines.trim()}`,
    );
  });
  // It is also looked at while nobody waits for it.
  failed.catch(() => {});
  return {
    name,
    metricsUrl,
    failed,
    stop: () => {
      stopping = true;
      return child.stop(options.stopTimeoutMs + 2_000);
    },
  };
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
