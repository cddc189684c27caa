import { spawnSync } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Running process in the system's process list. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Name of the program without arguments. */
  readonly command: string;
}

/** Returns all processes that are not zombies. */
export function processTable(): ProcessRow[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,comm='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, state = 'Z', command = ''] = line.trim().split(/\s+/);
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Returns the ids of a process's direct children. */
export function childrenOf(pid: number): number[] {
  return processTable()
    .filter(({ parent }) => parent === pid)
    .map((row) => row.pid);
}

/** Returns the ids of processes whose working directory is in a folder; null on systems without /proc. */
export function processesIn(folder: string): number[] | null {
  let entries: string[];
  try {
    entries = readdirSync('/proc');
  } catch {
    return null;
  }
  return entries.filter((entry) => /^\d+$/.test(entry) && workingFolder(entry).startsWith(folder)).map(Number);
}

/** Returns the ids of a node's render processes, recognised by their working directory. Needs /proc. */
export function slotChildrenOf(node: number): number[] {
  return childrenOf(node).filter((pid) => basename(workingFolder(String(pid))).startsWith('slot-'));
}

function workingFolder(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // The process has ended in the meantime, or belongs to another user.
    return '';
  }
}
