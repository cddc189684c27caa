import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Number of cores to leave free for other threads that may briefly need one: the caller, a database, an editor. */
const passers = 2;

/**
 * Whether the machine has a free core at this moment. A second thread of a renderer exchanges frames with the first, so
 * both need a core at the same time. When they must share cores with other programs, they take twice as long as one
 * thread. true where the system does not provide the load.
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
 * Whether a machine with `cores` cores has a free one, by the contents of /proc/loadavg. The fourth field there is the
 * number of threads that run or wait for a core (proc(5)).
 */
export function isRoomy(loadavg: string, cores: number): boolean {
  const running = Number(/ (\d+)\/\d+ /.exec(loadavg)?.[1]);
  return !(running > cores + passers);
}
