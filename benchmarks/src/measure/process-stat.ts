import { readFileSync } from 'node:fs';

/** Clock ticks per second and page size of /proc. They are the same on every Linux that Node supports. */
const ticks = 100;
const pageBytes = 4_096;

/** Process facts from /proc. */
export interface ProcessStat {
  /** Process id of its parent. */
  readonly parent: number;
  /** Start time. It distinguishes the process from a later one with the same id. */
  readonly startedAt: string;
  /** User and system time of all its threads since its start, in seconds. */
  readonly cpuSec: number;
  /** Resident memory, in bytes. */
  readonly residentBytes: number;
}

/** Reads /proc/<pid>/stat; see proc(5). Throws when there is no such process, or no /proc. */
export function readProcessStat(pid: number | 'self'): ProcessStat {
  // The second field is the program's name in parentheses, which may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return {
    parent: Number(fields[1]),
    startedAt: fields[19] ?? '',
    cpuSec: (Number(fields[11]) + Number(fields[12])) / ticks,
    residentBytes: Number(fields[21]) * pageBytes,
  };
}
