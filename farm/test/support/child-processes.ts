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
