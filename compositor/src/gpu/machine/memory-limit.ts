import process from 'node:process';

const defaultMegabytes = 2048;

/** What a process may take of the card's memory: GPU_MEMORY_MB, bytes. */
export function memoryLimitBytes(env: NodeJS.ProcessEnv = process.env): number {
  const megabytes = Number(env.GPU_MEMORY_MB ?? defaultMegabytes);
  return (Number.isFinite(megabytes) && megabytes > 0 ? megabytes : defaultMegabytes) * 1024 * 1024;
}
