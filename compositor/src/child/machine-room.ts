import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Number of additional threads that may briefly need a core: the caller, a database, an editor. */
const passers = 2;

/**
 * Whether the machine has a free core at this moment. Two threads that exchange frames need one core each at the same
 * time. When both must queue, they take twice as long as one thread. true where the system does not provide the load.
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
 * Returns `machineHasRoom` for the contents of /proc/loadavg. Its fourth field is the number of threads that run or
 * wait for a core (proc(5)).
 */
export function isRoomy(loadavg: string, cores: number): boolean {
  const running = Number(/ (\d+)\/\d+ /.exec(loadavg)?.[1]);
  return !(running > cores + passers);
}
