import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

/** Restricts all threads of a process to `cores`, in the format of taskset (`0`, `1-3`). Linux only. */
export async function pin(pid: number, cores: string): Promise<void> {
  await promisify(execFile)('taskset', ['-a', '-c', '-p', cores, String(pid)]);
}

/** Runs `work` while the process `pid` is pinned to core 0 and this process to all others. */
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
