import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Threads that may want a core beside those that there are, for a moment each: whoever asks, a database, an editor. */
const passers = 2;

/**
 * Whether the machine's cores are not all wanted by other programs at this moment. Two threads that hand frames to each other need one core
 * each at once: where each of them has to queue, they take twice as long as one thread. True where the system does not tell.
 */
export function machineHasRoom(): boolean {
  try {
    return isRoomy(readFileSync('/proc/loadavg', 'utf8'), cpus().length);
  } catch {
    // Not Linux.
    return true;
  }
}

/** As `machineHasRoom`, of what /proc/loadavg says (proc(5): its fourth field are the threads that run or wait for a core). */
export function isRoomy(loadavg: string, cores: number): boolean {
  const running = Number(/ (\d+)\/\d+ /.exec(loadavg)?.[1]);
  return !(running > cores + passers);
}
