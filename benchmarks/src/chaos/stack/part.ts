import { readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { type GuardedChild, spawnGuarded } from '@framemill/infra';
import { childrenOf, processTable } from '@framemill/testing/processes';
import { FramemillError } from '@framemill/timeline';
import { until } from '../../measure/until.ts';

/**
 * Process of the stack. It runs in its own process group, which ends together with the process that started it. Signals
 * are sent only to the process itself, not to its group.
 */
export interface Part {
  readonly name: string;
  /** Process id of the program itself, not of the guard process that starts it. */
  readonly pid: number;
  /** Returns the JSON log lines with this message, oldest first. */
  logged(message: string): Record<string, unknown>[];
  output(): string;
  signal(signal: NodeJS.Signals): void;
  isAlive(): boolean;
  readonly exited: Promise<{ code: number | null }>;
  /** Stops the process gracefully, and by force after `timeoutMs`. Resolves when it has exited. */
  stop(timeoutMs?: number): Promise<void>;
}

/** Options for starting a process of the stack. */
export interface PartOptions {
  readonly name: string;
  /** Absolute path of the script. */
  readonly script: string;
  readonly args?: readonly string[];
  /** Complete environment of the process. Only PATH is added to it. */
  readonly env: Record<string, string>;
  /** Message of the log line that reports readiness. */
  readonly readyMessage: string;
  /** Maximum time until the process is ready, in ms. Default: three minutes. */
  readonly readyMs?: number;
}

const linesKept = 2_000;
const stopMs = 15_000;

/**
 * Starts a script and waits until it logs `readyMessage`. Throws an error with the script's last log lines when the
 * script exits first or is not ready in time.
 */
export async function startPart(options: PartOptions): Promise<Part> {
  const { name, script, args = [], env, readyMessage, readyMs = 180_000 } = options;
  const guarded = spawnGuarded({
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', script, ...args],
    env: { PATH: process.env.PATH, ...env },
    stopSignal: 'TERM',
  });
  const lines: string[] = [];
  for (const stream of [guarded.stdout, guarded.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (lines.length > linesKept) lines.shift();
    });
  }
  let gone = false;
  void guarded.exited.then(() => {
    gone = true;
  });
  const logged = (message: string) => lines.flatMap((line) => parseLine(line, message));
  const ready = async () => {
    await until(`${name} is ready`, readyMs, () => {
      if (gone)
        throw new FramemillError('unavailable', `${name} ended before it was ready:\n${lines.slice(-20).join('\n')}`);
      return logged(readyMessage).length > 0;
    });
    return childOf(guarded);
  };
  const pid = await ready().catch(async (error: unknown) => {
    // No caller has a reference to it: it would keep running next to later processes.
    await guarded.stop(stopMs);
    throw error;
  });
  return {
    name,
    pid,
    logged,
    output: () => lines.join('\n'),
    signal: (signal) => {
      if (!gone) process.kill(pid, signal);
    },
    isAlive: () => !gone,
    exited: guarded.exited,
    stop: (timeoutMs = stopMs) => guarded.stop(timeoutMs),
  };
}

/** Returns the process id of the program under the guard process: the guard's only child that is not a shell. */
function childOf({ pid: guard }: GuardedChild): number {
  const program = processTable().find(({ parent, command }) => parent === guard && command !== 'sh');
  if (program !== undefined) return program.pid;
  throw new FramemillError(
    'unavailable',
    `The process ${guard} did not start its program, or the program has ended. See the log of the program.`,
  );
}

function parseLine(line: string, message: string): Record<string, unknown>[] {
  if (!line.startsWith('{') || !line.includes(message)) return [];
  try {
    const value: Record<string, unknown> = JSON.parse(line);
    return value.msg === message ? [value] : [];
  } catch {
    // The line was cut off when the process died.
    return [];
  }
}

/** Returns the ids of processes whose working directory is in a folder; null on systems without /proc. */
export function processesIn(folder: string): number[] | null {
  let entries: string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return null;
  }
  return entries.filter((entry) => /^\d+$/.test(entry) && workingFolder(entry).startsWith(folder)).map(Number);
}

/** Returns the ids of a node's render processes, recognised by their working directory. Needs /proc. */
export function slotChildrenOf(node: number): number[] {
  return childrenOf(node).filter((pid) => basename(workingFolder(String(pid))).startsWith('slot-'));
}

function workingFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // The process has ended in the meantime, or belongs to another user.
    return '';
  }
}
