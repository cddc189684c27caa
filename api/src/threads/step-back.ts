import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/**
 * Amount added to the nice value of a computing thread, which lowers its priority. Linux divides the CPU weight of a
 * control group among the processors by the threads that run on each. With a value of 5, computing threads on one
 * processor took so much of the weight that the main thread, on another processor, waited for up to 160 ms.
 */
const STEP = 12;
const TASKS = '/proc/self/task';

/**
 * Lowers the priority of the calling thread below that of the main thread. Works on Linux, where each thread has its
 * own priority; does nothing elsewhere.
 */
export function stepBack(): void {
  try {
    const [id] = readlinkSync('/proc/thread-self').split('/').reverse();
    lower(Number(id));
  } catch {
    // On other systems, the threads of a process share one priority.
  }
}

/**
 * Lowers the priority of the threads on which V8 compiles and collects garbage for all threads of this process. With
 * few processors they would take time from the main thread. Returns the number of these threads.
 */
export function helpersStepBack(): number {
  let count = 0;
  for (const id of threadIds()) {
    try {
      if (readFileSync(`${TASKS}/${id}/comm`, 'utf8').trim() !== 'V8Worker') continue;
      lower(Number(id));
      count += 1;
    } catch {
      // The thread has ended in the meantime.
    }
  }
  return count;
}

function threadIds(): string[] {
  try {
    return readdirSync(TASKS);
  } catch {
    // Not a Linux system, as above.
    return [];
  }
}

function lower(id: number): void {
  setPriority(id, Math.min(19, getPriority(process.pid) + STEP));
}
