import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Looks in a row that find a process stopped: shorter stops are somebody's way of looking at it. */
const looksAllowed = 5;

/**
 * Looks every `intervalMs` (default 1 s) whether `pid` is stopped by a signal (SIGSTOP, SIGTSTP), and calls `onFrozen` once when
 * five looks in a row found it so. Without it a stopped child would hold its slot until it counts as stuck, which would be
 * taken for its task's doing.
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

/** Whether a signal has stopped the process. False when it is gone. */
async function isStopped(pid: number): Promise<boolean> {
  try {
    if (process.platform === 'linux') return /^State:\s+T /m.test(await readFile(`/proc/${pid}/status`, 'utf8'));
    return (await run('ps', ['-o', 'stat=', '-p', String(pid)])).stdout.trim().startsWith('T');
  } catch {
    // An unknown pid is an answer as well.
    return false;
  }
}
