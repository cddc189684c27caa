import { execFileSync } from 'node:child_process';

/** Returns the ids of the direct child processes of a process, without zombies. */
export function childrenOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,comm='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state, command]) => Number(parent) === pid && !state?.startsWith('Z') && command !== 'ps')
    .map(([child]) => Number(child));
}

/**
 * Returns the ids of a node's render children that already run their program. Stopping a child between the fork and the
 * start of its program would also stop the parent.
 */
export function renderChildrenOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , parent, args = '']) => Number(parent) === pid && /child(?:\.mjs|\/main\.ts)/.test(args))
    .map(([, child]) => Number(child));
}
