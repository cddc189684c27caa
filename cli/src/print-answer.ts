import { constants } from 'node:os';
import { UsageError } from '@framemill/infra/command-line';
import { FramemillError } from '@framemill/timeline/errors';
import type { ProgressLine } from './render/progress-line.ts';

/** Result of a command: text, data for `--json`, and the reason of a failure. */
export interface Answer {
  text: string;
  result: unknown;
  /** Reason of failure, which gives exit code 1; null on success. */
  fault: string | null;
}

/** State of a command's output on the terminal: its progress line and its format. */
export interface Screen {
  line: ProgressLine | null;
  readonly json: boolean;
  /** Sentence to print after Ctrl-C, about the state in which the command was interrupted. */
  stopped: string;
}

/**
 * Runs a command and prints its result, as JSON when the arguments contain `--json`. SIGINT and SIGTERM abort the
 * signal that the command gets. Returns the exit code: 0 for success, 1 for failure, 2 for an invalid command line, 128
 * plus the number of a received signal.
 */
export async function printAnswer(
  args: readonly string[],
  answerTo: (screen: Screen, signal: AbortSignal) => Promise<Answer>,
): Promise<number> {
  const stop = new AbortController();
  const interrupted: { by: NodeJS.Signals | null } = { by: null };
  const interrupt = (signal: NodeJS.Signals) => {
    interrupted.by = signal;
    stop.abort();
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  // The reader of the output has closed it, so that the rest of the work is useless.
  process.stdout.once('error', () => stop.abort());
  const json = args.includes('--json');
  const screen: Screen = { line: null, json, stopped: 'Stopped; nothing was written.' };
  try {
    const { text, result, fault } = await answerTo(screen, stop.signal);
    screen.line?.end();
    if (!json) process.stdout.write(text);
    else
      process.stdout.write(
        `${JSON.stringify(fault === null ? result : failure('invalid_request', fault, {}, result))}\n`,
      );
    return fault === null ? 0 : 1;
  } catch (error) {
    screen.line?.end();
    if (interrupted.by) {
      if (json) process.stdout.write(`${JSON.stringify(failure('stopped', screen.stopped, {}))}\n`);
      else process.stderr.write(`${screen.stopped}\n`);
      return 128 + constants.signals[interrupted.by];
    }
    const isUsage = error instanceof UsageError;
    const { code, details } =
      error instanceof FramemillError ? error : { code: isUsage ? 'invalid_request' : 'internal_error', details: {} };
    if (json) process.stdout.write(`${JSON.stringify(failure(code, messageOf(error), details))}\n`);
    else process.stderr.write(`${describe(error)}\n`);
    return isUsage ? 2 : 1;
  }
}

function failure(code: string, message: string, details: Record<string, unknown>, result: unknown = null) {
  return { error: { code, message, details }, result };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function describe(error: unknown): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof FramemillError) return `Error: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Formats a number of things, for example "1 frame" or "2 frames". */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
