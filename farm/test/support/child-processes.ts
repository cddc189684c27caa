import { execFileSync } from 'node:child_process';

/** Process ids of the direct children of a process that are no zombies. */
export function childrenOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,comm='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state, command]) => Number(parent) === pid && !state?.startsWith('Z') && command !== 'ps')
    .map(([child]) => Number(child));
}

/**
 * Process ids of the render children of a node's process that have begun to run their program. One that is stopped
 * before, between the fork and the start of its program, would stop its parent as well.
 */
export function renderChildrenOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return table
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , parent, args = '']) => Number(parent) === pid && /child(?:\.mjs|\/main\.ts)/.test(args))
    .map(([, child]) => Number(child));
}
