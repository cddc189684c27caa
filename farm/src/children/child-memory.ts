import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Monitor of the memory of one process; `stop` ends it. `peakBytes` is the highest resident set size sampled so far.
 */
export interface MemoryWatch {
  readonly peakBytes: number;
  stop(): void;
}

/**
 * Samples the resident set size of `pid` every `intervalMs` (default 250) and calls `onExceeded` once when the size is
 * above `limitBytes`. An address-space limit (RLIMIT_AS) would not work instead, because V8 and WebAssembly reserve
 * much more address space than they use.
 */
export function watchMemory(options: {
  pid: number;
  limitBytes: number;
  onExceeded: (residentBytes: number) => void;
  intervalMs?: number;
}): MemoryWatch {
  let peakBytes = 0;
  let stopped = false;
  let sampling = false;
  const timer = setInterval(() => {
    if (sampling) return;
    sampling = true;
    void residentMemoryBytes(options.pid).then((bytes) => {
      sampling = false;
      if (bytes === null || stopped) return;
      peakBytes = Math.max(peakBytes, bytes);
      if (bytes <= options.limitBytes) return;
      stop();
      options.onExceeded(bytes);
    });
  }, options.intervalMs ?? 250);
  timer.unref();
  const stop = () => {
    stopped = true;
    clearInterval(timer);
  };
  return {
    get peakBytes() {
      return peakBytes;
    },
    stop,
  };
}

const run = promisify(execFile);

/**
 * Reads the resident set size of a process in bytes; null when the process has exited. On Linux this is one read of
 * /proc (0.1 ms), elsewhere a call of `ps` (a few milliseconds).
 */
async function residentMemoryBytes(pid: number): Promise<number | null> {
  if (process.platform === 'linux') return fromProc(pid);
  try {
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
    const kibibytes = Number.parseInt(stdout.trim(), 10);
    return Number.isFinite(kibibytes) ? kibibytes * 1024 : null;
  } catch {
    // ps exits with 1 for an unknown pid: that is a valid result, not an error.
    return null;
  }
}

async function fromProc(pid: number): Promise<number | null> {
  let status: string;
  try {
    status = await readFile(`/proc/${pid}/status`, 'utf8');
  } catch {
    return null;
  }
  // A zombie has no VmRSS line.
  const match = /^VmRSS:\s+(\d+) kB$/m.exec(status);
  return match?.[1] === undefined ? null : Number(match[1]) * 1024;
}

/** Paths from which the kernel's counters of out-of-memory kills are read. Tests use other paths. */
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

/**
 * Returns the number of processes that the kernel has killed for lack of memory since `before` was read. null: one of
 * the two counts could not be read.
 */
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
