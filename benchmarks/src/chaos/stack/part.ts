import { createInterface } from 'node:readline';
import { type GuardedChild, spawnGuarded } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { until } from '../../measure/until.ts';
import { processTable } from './processes.ts';

/** A process of the stack: in a process group of its own, which ends with this process and is signalled by its id only. */
export interface Part {
  readonly name: string;
  /** Id of the program itself, not of its guard. */
  readonly pid: number;
  /** The JSON lines that it logged with this message, oldest first. */
  logged(message: string): Record<string, unknown>[];
  output(): string;
  signal(signal: NodeJS.Signals): void;
  isAlive(): boolean;
  readonly exited: Promise<{ code: number | null }>;
  /** In order; after `timeoutMs` by force. Resolves when it is gone. */
  stop(timeoutMs?: number): Promise<void>;
}

/** A process of the farm and how it is started. */
export interface PartOptions {
  readonly name: string;
  /** Absolute path of the program. */
  readonly script: string;
  readonly args?: readonly string[];
  /** The whole environment; PATH is added. */
  readonly env: Record<string, string>;
  /** The message of the log line that says that it is ready. */
  readonly readyMessage: string;
  /** How long it may take to be ready. Default: a minute. */
  readonly readyMs?: number;
}

const linesKept = 2_000;
const stopMs = 15_000;

/** Starts a program of ours and waits until it says that it is ready; throws with its last lines when it ends before. */
export async function startPart(options: PartOptions): Promise<Part> {
  const { name, script, args = [], env, readyMessage, readyMs = 60_000 } = options;
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
    // Nobody else knows of it: it would work on beside whatever comes next.
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

/** The program below the guard: its only child that is no shell. */
function childOf({ pid: guard }: GuardedChild): number {
  const program = processTable().find(({ parent, command }) => parent === guard && !/(^|\/)sh$/.test(command));
  if (program !== undefined) return program.pid;
  throw new FramemillError('unavailable', `The guard ${guard} has no program below it.`);
}

function parseLine(line: string, message: string): Record<string, unknown>[] {
  if (!line.startsWith('{') || !line.includes(message)) return [];
  try {
    const value: Record<string, unknown> = JSON.parse(line);
    return value.msg === message ? [value] : [];
  } catch {
    // Cut off when the process died.
    return [];
  }
}
