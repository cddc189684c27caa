import { readFileSync } from 'node:fs';

/** Clock ticks and page size of /proc, on every Linux that Node runs on. */
const ticks = 100;
const pageBytes = 4_096;

/** What the system tells of a process. */
export interface ProcessStat {
  /** Id of its parent. */
  readonly parent: number;
  /** Tells it from a later process of the same id. */
  readonly startedAt: string;
  /** User and system time of all its threads since its start, seconds. */
  readonly cpuSec: number;
  /** Resident memory, bytes. */
  readonly residentBytes: number;
}

/** Reads /proc/<pid>/stat; see proc(5). Throws when there is no such process, or no /proc. */
export function readProcessStat(pid: number | 'self'): ProcessStat {
  // The second field is the program's name in brackets, which may hold blanks.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return {
    parent: Number(fields[1]),
    startedAt: fields[19] ?? '',
    cpuSec: (Number(fields[11]) + Number(fields[12])) / ticks,
    residentBytes: Number(fields[21]) * pageBytes,
  };
}
