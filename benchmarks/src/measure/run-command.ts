import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { FramemillError } from '@framemill/timeline';

/** Resource use of one run of a program. */
export interface RunFigures {
  readonly wallSec: number;
  /** User and system time of the program and all its descendants, in seconds. */
  readonly cpuSec: number;
  /** Largest resident size of any single process of the run, in bytes; null without /proc. */
  readonly peakProcessBytes: number | null;
}

const sampleMs = 100;

/**
 * Runs a program to its end and measures it. Discards its output unless it fails. Throws `internal_error` with the end
 * of the output when the exit code is not 0.
 * The processor time is measured by the `time` of bash, which includes all descendants that were waited for.
 */
export async function runCommand(command: readonly string[], env: Record<string, string> = {}): Promise<RunFigures> {
  const child = spawn('bash', ['-c', 'TIMEFORMAT="%R %U %S"; { time "$@" 1>&2 2>&4; } 2>&3', 'bash', ...command], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  let times = '';
  let complaint = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => {
    times += chunk.toString();
  });
  child.stdio[4]?.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-4000);
  });
  let peak: number | null = null;
  const sampler = setInterval(() => {
    for (const pid of processTree(child.pid ?? 0)) peak = maximum(peak, peakOf(pid));
  }, sampleMs);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => clearInterval(sampler));
  if (code !== 0) {
    throw new FramemillError(
      'internal_error',
      `${command.join(' ').slice(0, 300)} ended with code ${code}. Run it by itself to find the cause. ` +
        `End of its error output: ${complaint.trim() || '(none)'}`,
    );
  }
  const [wallSec = 0, userSec = 0, systemSec = 0] = (times.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { wallSec, cpuSec: userSec + systemSec, peakProcessBytes: peak };
}

/** Returns the ids of a process and all its descendants; an empty list without /proc. */
function processTree(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return [pid, ...(children === '' ? [] : children.split(' ').flatMap((child) => processTree(Number(child))))];
  } catch {
    // The process ended between two samples, or this is not Linux.
    return [];
  }
}

/** Returns the peak resident size of a process, in bytes; null when it is unknown. */
function peakOf(pid: number): number | null {
  try {
    const match = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return match ? Number(match[1]) * 1024 : null;
  } catch {
    return null;
  }
}

function maximum(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

/** Restricts all threads of a process to `cores`, in the format of taskset (`0`, `1-3`). Linux only. */
export async function pin(pid: number, cores: string): Promise<void> {
  await promisify(execFile)('taskset', ['-a', '-c', '-p', cores, String(pid)]);
}

/** Runs `work` while the process `pid` is pinned to core 0 and this process to all other cores. */
export async function apart<T>(pid: number, work: () => Promise<T>): Promise<T> {
  const last = availableParallelism() - 1;
  await pin(pid, '0');
  if (last > 0) await pin(process.pid, `1-${last}`);
  try {
    return await work();
  } finally {
    await pin(process.pid, `0-${last}`);
  }
}
