import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Number of consecutive checks that must find a process stopped: a debugger may stop it for shorter. */
const looksAllowed = 5;

/**
 * Checks every `intervalMs` (default 1 s) whether a signal (SIGSTOP, SIGTSTP) has stopped `pid`, and calls `onFrozen`
 * once when five consecutive checks found it stopped. Otherwise a stopped child would hold its slot until it counts as
 * stuck, for which its task would be held responsible.
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
      if (looksInARow !== looksAllowed) return;
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
