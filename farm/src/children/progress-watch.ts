import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** Monitor of the progress of one task; `stop` ends it. */
export interface ProgressWatch {
  /**
   * Restarts the time limit. Call it on any progress of the task, including the decoding of source frames during a
   * seek.
   */
  progressed(): void;
  stop(): void;
}

/** Number of checks into which the time limit is divided. */
const looksAllowed = 10;

/**
 * Calls `onStuck` once when the task has made no progress for `limitMs`, with a delay of at most 10 % of `limitMs`. It
 * measures time by the number of its own checks and not by the clock, so time in which the node was suspended is not
 * counted.
 */
export function watchProgress(options: { limitMs: number; onStuck: () => void }): ProgressWatch {
  let looksInVain = 0;
  const timer = setInterval(() => {
    looksInVain += 1;
    if (looksInVain <= looksAllowed) return;
    clearInterval(timer);
    options.onStuck();
  }, options.limitMs / looksAllowed);
  timer.unref();
  return {
    progressed() {
      looksInVain = 0;
    },
    stop: () => clearInterval(timer),
  };
}

const run = promisify(execFile);

/**
 * Number of consecutive checks that must find the process stopped. A debugger may stop a process for a shorter time.
 */
const freezeLooksAllowed = 5;

/**
 * Checks every `intervalMs` (default 1 s) whether a signal (SIGSTOP, SIGTSTP) has stopped `pid`, and calls `onFrozen`
 * once when five consecutive checks found it stopped. Without this check, a stopped child would keep its slot until
 * `watchProgress` reports it as stuck, and that would count as a failure of its task.
 */
export function watchFreeze(options: { pid: number; onFrozen: () => void; intervalMs?: number }): { stop(): void } {
  let looksInARow = 0;
  let looking = false;
  const timer = setInterval(() => {
    if (looking) return;
    looking = true;
    void isStopped(options.pid).then((stopped) => {
      looking = false;
      looksInARow = stopped ? looksInARow + 1 : 0;
      if (looksInARow !== freezeLooksAllowed) return;
      clearInterval(timer);
      options.onFrozen();
    });
  }, options.intervalMs ?? 1_000);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Whether a signal has stopped the process. False when it has exited. */
async function isStopped(pid: number): Promise<boolean> {
  try {
    if (process.platform === 'linux') return /^State:\s+T /m.test(await readFile(`/proc/${pid}/status`, 'utf8'));
    return (await run('ps', ['-o', 'stat=', '-p', String(pid)])).stdout.trim().startsWith('T');
  } catch {
    // An unknown pid is a valid result: the process has exited.
    return false;
  }
}
