import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/**
 * Number of threads by which the load may exceed the number of cores. They stand for threads that only briefly need a
 * core, such as those of the caller, a database or an editor.
 */
const passers = 2;

/**
 * Whether the machine currently has a free core for a second render thread. Both threads exchange frames and need a
 * core at the same time. If they share cores with other programs, they take twice as long as one thread. Returns true
 * where the system does not provide the load.
 */
export function machineHasRoom(): boolean {
  try {
    return isRoomy(readFileSync('/proc/loadavg', 'utf8'), cpus().length);
  } catch {
    // Not Linux.
    return true;
  }
}

/**
 * Whether a machine with `cores` cores has a free one, according to the contents of /proc/loadavg. The fourth field
 * there begins with the number of threads that run or wait for a core (proc(5)).
 */
export function isRoomy(loadavg: string, cores: number): boolean {
  const running = Number(/ (\d+)\/\d+ /.exec(loadavg)?.[1]);
  return !(running > cores + passers);
}
