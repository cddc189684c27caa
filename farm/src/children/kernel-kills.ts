import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Files with the kernel's counters. Tests pass their own. */
export interface KernelFiles {
  readonly cgroups: string;
  readonly ownCgroup: string;
  readonly vmstat: string;
}

const system: KernelFiles = {
  cgroups: '/sys/fs/cgroup',
  ownCgroup: '/proc/self/cgroup',
  vmstat: '/proc/vmstat',
};

/**
 * Reads how many processes the kernel has killed for lack of memory so far. It reads the counter of this process's
 * control group (version 2, then 1), which includes its children, or else that of the whole machine. null: no counter
 * can be read (not on Linux).
 */
export async function kernelKills(files: KernelFiles = system): Promise<number | null> {
  for (const file of await counterFiles(files)) {
    const count = countIn(await readFile(file, 'utf8').catch(() => ''));
    if (count !== null) return count;
  }
  return null;
}

/** Returns the number of processes that the kernel has killed since `before` was read; null: unknown. */
export async function kernelKillsSince(before: number | null, files: KernelFiles = system): Promise<number | null> {
  const now = await kernelKills(files);
  return now === null || before === null ? null : Math.max(0, now - before);
}

async function counterFiles({ cgroups, ownCgroup, vmstat }: KernelFiles): Promise<string[]> {
  const own = await readFile(ownCgroup, 'utf8').catch(() => '');
  const folderOf = (line: RegExp) => line.exec(own)?.[1];
  const v2 = folderOf(/^0::(\/.*)$/m);
  const v1 = folderOf(/^\d+:(?:[^:]*,)?memory(?:,[^:]*)?:(\/.*)$/m);
  return [
    ...(v2 === undefined ? [] : [path.join(cgroups, v2, 'memory.events')]),
    ...(v1 === undefined ? [] : [path.join(cgroups, 'memory', v1, 'memory.oom_control')]),
    // In a container the path is that of the host, and its own group is mounted at the root.
    path.join(cgroups, 'memory.events'),
    path.join(cgroups, 'memory', 'memory.oom_control'),
    vmstat,
  ];
}

function countIn(text: string): number | null {
  const match = /^oom_kill (\d+)$/m.exec(text);
  return match?.[1] === undefined ? null : Number(match[1]);
}
