import { spawnSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** A running process, as the system lists it. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Name of the program, without its arguments. */
  readonly command: string;
}

/** Every process that is no zombie. */
export function processTable(): ProcessRow[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,comm='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, state = 'Z', command = ''] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Direct children of a process. */
export function childrenOf(pid: number): number[] {
  return processTable()
    .filter(({ parent }) => parent === pid)
    .map((row) => row.pid);
}

/** Processes that work in a folder or below it; null where the system does not say (no /proc). */
export function processesIn(folder: string): number[] | null {
  let entries: string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return null;
  }
  return entries.filter((entry) => /^\d+$/.test(entry) && workingFolder(entry).startsWith(folder)).map(Number);
}

/** The children of a node that render ranges: those whose folder says so. Needs /proc. */
export function slotChildrenOf(node: number): number[] {
  return childrenOf(node).filter((pid) => basename(workingFolder(String(pid))).startsWith('slot-'));
}

function workingFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It ended while we looked, or belongs to somebody else.
    return '';
  }
}
