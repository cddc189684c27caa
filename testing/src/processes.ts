import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** Running process in the system's process list. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** File name of the program, without its folder. */
  readonly command: string;
  /** Program and arguments, separated by spaces. */
  readonly args: string;
}

/** Returns all running processes except zombies and the `ps` that lists them. */
export function processTable(): ProcessRow[] {
  const { pid: ps, stdout } = spawnSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, state = 'Z', args = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (state.startsWith('Z') || Number(pid) === ps) return [];
    return [{ pid: Number(pid), parent: Number(parent), command: path.basename(args.split(' ')[0] ?? ''), args }];
  });
}

/** Returns the ids of the direct child processes of `pid` whose command lines match `pattern` (default: all). */
export function childrenOf(pid: number, pattern = /^/): number[] {
  return processTable().flatMap((row) => (row.parent === pid && pattern.test(row.args) ? [row.pid] : []));
}

/**
 * Returns the ids of a node's render processes that already run their program. A process between its fork and the start
 * of its program is left out, because stopping it would also stop the parent.
 */
export function renderChildrenOf(pid: number): number[] {
  return childrenOf(pid, /child(?:\.mjs|\/main\.ts)/);
}

/**
 * Returns the id of the Node process that runs `script` among the descendants of the process `ancestor`, at any depth.
 * Throws when there is none.
 */
export function pidOf(ancestor: number, script: string): number {
  const table = new Map(processTable().map((row) => [row.pid, row]));
  const isBelow = (pid = 0): boolean => pid > 1 && (pid === ancestor || isBelow(table.get(pid)?.parent));
  for (const { pid, command, args } of table.values()) {
    if (command === 'node' && args.split(' ').some((word) => word.endsWith(script)) && isBelow(pid)) return pid;
  }
  throw new Error(`The process ${ancestor} has no descendant that runs ${script}.`);
}
