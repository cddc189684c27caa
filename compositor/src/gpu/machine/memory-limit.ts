import process from 'node:process';
import { USUAL_GPU_MEMORY_MB } from '../../catalog/card-memory.ts';

/** What a process may take of the card's memory: GPU_MEMORY_MB, bytes. */
export function memoryLimitBytes(env: NodeJS.ProcessEnv = process.env): number {
  const megabytes = Number(env.GPU_MEMORY_MB ?? USUAL_GPU_MEMORY_MB);
  return (Number.isFinite(megabytes) && megabytes > 0 ? megabytes : USUAL_GPU_MEMORY_MB) * 1024 * 1024;
}
