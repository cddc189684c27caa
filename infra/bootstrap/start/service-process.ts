import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { spawnGuarded } from '../../src/embedded/guarded-child.ts';
import { keepRunning, type Life } from '../../src/embedded/keep-running.ts';
import type { StartingProcess } from './start-patience.ts';

export interface ServiceProcess extends StartingProcess {
  metricsUrl: string;
  /**
   * Rejects with the last lines of output when the process ends unexpectedly: at the first end, or after `isUp` when it
   * ends repeatedly.
   */
  failed: Promise<never>;
  /** Marks the process as started. From now on it is restarted when it ends. */
  isUp(): void;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  name: string;
  /** Absolute path of the TypeScript file to run. */
  file: string;
  /** Returns the environment of an instance; `life` is the number of the instance. A restart creates a new instance. */
  env(life: number): NodeJS.ProcessEnv;
  metricsPort: number;
  /** URL at which the metrics server of the process, on `metricsPort`, is reached. */
  metricsUrl: string;
  /** Folder of the log `<name>.log`. The log of the previous instance is renamed to `<name>.1.log`. */
  logFolder: string;
  stopTimeoutMs: number;
  /** Called with a message for the user when the process is restarted. */
  say(line: string): void;
}

const lastLinesCount = 20;

/** Starts one process of the service and returns at once. The process ends when this process ends. */
export async function startService(options: ServiceOptions): Promise<ServiceProcess> {
  const { name, metricsUrl, say } = options;
  let isUp = false;
  let lives = 0;
  const seen: Seen = { pid: -1, lines: 0 };
  const kept = await keepRunning({
    name: `The ${name} process`,
    start: () => live(options, ++lives, seen),
    // A process that has never started successfully would fail again: its configuration is wrong, or a port is in use.
    mayRestart: () => isUp,
    onRestart: say,
  });
  return {
    name,
    metricsUrl,
    pid: () => seen.pid,
    lines: () => seen.lines,
    failed: kept.failed,
    isUp: () => {
      isUp = true;
    },
    stop: kept.stop,
  };
}

/** Current instance of a process, and how many lines all instances have logged, without warnings and errors. */
interface Seen {
  pid: number;
  lines: number;
}

async function live(
  { name, file, env, metricsPort, logFolder, stopTimeoutMs }: ServiceOptions,
  count: number,
  seen: Seen,
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
  seen.pid = child.pid;
  const log = openLogFile(logFile);
  let lastLines = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log.write(chunk);
      seen.lines += chunk.toString().match(/"level":[1-3]0\b/g)?.length ?? 0;
      lastLines = `${lastLines}${chunk}`.split('\n').slice(-lastLinesCount).join('\n');
    });
  }
  const ended = child.exited.then(({ code }) => {
    seen.pid = -1;
    log.end();
    return `ended with code ${code}.\nIts last lines (all in ${logFile}):\n${lastLines.trim()}`;
  });
  return { ended, stop: () => child.stop(stopTimeoutMs + 2_000) };
}

/** Returns null when `/readyz` of the process responds with 200. Otherwise returns its answer. */
export async function unreadiness({ metricsUrl }: ServiceProcess): Promise<string | null> {
  const response = await fetch(`${metricsUrl}/readyz`).catch(() => null);
  if (response?.ok) return null;
  return (await response?.text()) ?? 'no answer';
}

/** Log file that receives the output of a process. */
export interface LogFile {
  write(chunk: Buffer): void;
  end(): void;
}

/**
 * Creates a new log file. When the disk is full, output is lost but the service continues; logging resumes once there
 * is space again.
 */
export function openLogFile(file: string): LogFile {
  let stream: WriteStream | null = open('w');

  function open(flags: 'w' | 'a'): WriteStream {
    const opened = createWriteStream(file, { mode: 0o600, flags });
    opened.on('error', () => {
      if (stream === opened) stream = null;
    });
    return opened;
  }

  return {
    write(chunk) {
      stream ??= open('a');
      stream.write(chunk);
    },
    end: () => stream?.end(),
  };
}

/**
 * Merges texts in Prometheus's exposition format into one valid text: the samples of one metric are grouped under one
 * HELP and TYPE. The `process` label distinguishes the processes.
 */
export function mergeMetrics(texts: string[]): string {
  const families = new Map<string, { head: string[]; samples: string[] }>();
  for (const text of texts) {
    let current: { head: string[]; samples: string[] } | null = null;
    let seenBefore = false;
    let currentName = '';
    for (const line of text.split('\n')) {
      if (line.trim() === '') continue;
      const header = /^# (?:HELP|TYPE) (\S+)/.exec(line);
      if (header === null) {
        if (!line.startsWith('#')) current?.samples.push(line);
        continue;
      }
      const name = header[1] ?? '';
      if (name !== currentName) {
        currentName = name;
        seenBefore = families.has(name);
        current = families.get(name) ?? { head: [], samples: [] };
        families.set(name, current);
      }
      if (!seenBefore) current?.head.push(line);
    }
  }
  return [...families.values()].flatMap(({ head, samples }) => [...head, ...samples, '']).join('\n');
}
