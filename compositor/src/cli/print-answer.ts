import { constants } from 'node:os';
import { FramemillError } from '@framemill/timeline/errors';
import type { ProgressLine } from './progress-line.ts';

/** What came of a command: for people, for `--json`, and the exit code (0: done, 1: it failed or found errors). */
export interface Answer {
  text: string;
  result: unknown;
  /** Why it is no success; null: it is one. */
  fault: string | null;
}

/** Where progress is shown, and whether results are printed as JSON. */
export interface Screen {
  line: ProgressLine | null;
  readonly json: boolean;
  /** What Ctrl-C leaves behind, in a sentence. */
  stopped: string;
}

/**
 * Does what a command line asks for and prints what came of it; `--json` among the arguments: as JSON. SIGINT and SIGTERM abort the signal. Returns the
 * exit code: 0 done, 1 failed, 2 the command line is wrong, 128 and more a signal.
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
  // Who read it has gone: nobody wants what would come.
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
    const known = error instanceof FramemillError ? error : null;
    const { usage = false, ...details } = known?.details ?? {};
    if (json)
      process.stdout.write(`${JSON.stringify(failure(known?.code ?? 'internal_error', messageOf(error), details))}\n`);
    else process.stderr.write(`${describe(error)}\n`);
    return usage === true ? 2 : 1;
  }
}

function failure(code: string, message: string, details: Record<string, unknown>, result: unknown = null) {
  return { error: { code, message, details }, result };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function describe(error: unknown): string {
  if (error instanceof FramemillError) return `Error: ${error.message}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
