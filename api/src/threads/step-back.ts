import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How much lower the priority of a thread is that only computes. */
const STEP = 5;
const TASKS = '/proc/self/task';

/**
 * Gives the thread that it is called on a lower priority than that of the one which answers everybody: on Linux each thread has
 * a priority of its own; elsewhere it does nothing.
 */
export function stepBack(): void {
  try {
    const [id] = readlinkSync('/proc/thread-self').split('/').reverse();
    lower(Number(id));
  } catch {
    // Elsewhere the threads of a process share one priority.
  }
}

/**
 * The same for the threads on which V8 compiles and collects garbage for all threads of this process: on a machine with few
 * processors they would take the time of the one that answers everybody. Returns how many there are.
 */
export function helpersStepBack(): number {
  let count = 0;
  for (const id of threadIds()) {
    try {
      if (readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim() !== 'V8Worker') continue;
      lower(Number(id));
      count += 1;
    } catch {
      // It ended meanwhile.
    }
  }
  return count;
}

function threadIds(): string[] {
  try {
    return readdirSync(TASKS);
  } catch {
    // As above.
    return [];
  }
}

function lower(id: number): void {
  setPriority(id, Math.min(19, getPriority(process.pid) + STEP));
}
