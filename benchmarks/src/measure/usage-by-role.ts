import { readdirSync, readFileSync } from 'node:fs';

/** Resources used by the processes of one role. */
export interface RoleUsage {
  /** Processor time since the first call, including processes that have ended, in seconds. */
  readonly cpuSec: number;
  /** Resident memory of the living processes, in bytes. Shared memory is counted in each process. */
  readonly residentBytes: number;
  readonly processes: number;
}

interface ProcessRow extends ProcessStat {
  readonly pid: number;
}

interface Seen {
  readonly role: string | null;
  readonly firstSec: number;
  readonly lastSec: number;
  readonly residentBytes: number;
  readonly isAlive: boolean;
}

/**
 * Watches the descendants of the process `ancestor`. The returned function returns their resource use by role since its
 * first call. Linux only.
 * `roleOf` returns the role for a command line (its words joined by spaces), or null to ignore the process. Call the
 * returned function every few seconds: when a process ends, its use since the last call is lost.
 */
export function watchUsage(
  ancestor: number,
  roleOf: (command: string) => string | null,
): () => ReadonlyMap<string, RoleUsage> {
  let seen: ReadonlyMap<string, Seen> | null = null;
  return () => {
    const before = seen;
    const now = new Map([...(before ?? [])].map(([key, one]) => [key, { ...one, isAlive: false }]));
    for (const { pid, startedAt, cpuSec, residentBytes } of below(ancestor, readRows())) {
      const key = `${pid} ${startedAt}`;
      const known = now.get(key);
      const role = known ? known.role : roleOf(commandOf(pid));
      // A process that starts later counts from its start.
      const firstSec = known?.firstSec ?? (before === null ? cpuSec : 0);
      now.set(key, { role, firstSec, lastSec: cpuSec, residentBytes, isAlive: true });
    }
    seen = now;
    return byRole(now.values());
  };
}

function byRole(all: Iterable<Seen>): Map<string, RoleUsage> {
  const usage = new Map<string, RoleUsage>();
  for (const { role, firstSec, lastSec, residentBytes, isAlive } of all) {
    if (role === null) continue;
    const before = usage.get(role) ?? { cpuSec: 0, residentBytes: 0, processes: 0 };
    usage.set(role, {
      cpuSec: before.cpuSec + (lastSec - firstSec),
      residentBytes: before.residentBytes + (isAlive ? residentBytes : 0),
      processes: before.processes + (isAlive ? 1 : 0),
    });
  }
  return usage;
}

function below(ancestor: number, rows: readonly ProcessRow[]): ProcessRow[] {
  const children = Map.groupBy(rows, ({ parent }) => parent);
  const found: ProcessRow[] = [];
  for (const open = [...(children.get(ancestor) ?? [])]; open.length > 0; ) {
    const row = open.pop();
    if (!row) break;
    found.push(row);
    open.push(...(children.get(row.pid) ?? []));
  }
  return found;
}

function readRows(): ProcessRow[] {
  return readdirSync('/proc').flatMap((entry) => (/^\d+$/.test(entry) ? (rowOf(Number(entry)) ?? []) : []));
}

function rowOf(pid: number): ProcessRow | null {
  try {
    return { pid, ...readProcessStat(pid) };
  } catch {
    // The process has ended in the meantime.
    return null;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
  } catch {
    return '';
  }
}

/**
 * Clock ticks per second in /proc; `pageBytes` is the page size in bytes. Both are the same on every Linux that Node
 * supports.
 */
const ticks = 100;
const pageBytes = 4_096;

/** Properties of a process, read from /proc. */
interface ProcessStat {
  /** Process id of its parent. */
  readonly parent: number;
  /** Start time in clock ticks. It distinguishes the process from a later one with the same id. */
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
