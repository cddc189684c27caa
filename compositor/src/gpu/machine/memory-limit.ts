import process from 'node:process';
import { USUAL_GPU_MEMORY_MB } from '../../catalog/card-memory.ts';

/** Returns the process's limit on the GPU's memory in bytes, from GPU_MEMORY_MB. */
export function memoryLimitBytes(env: NodeJS.ProcessEnv = process.env): number {
  const megabytes = Number(env.GPU_MEMORY_MB ?? USUAL_GPU_MEMORY_MB);
  return (Number.isFinite(megabytes) && megabytes > 0 ? megabytes : USUAL_GPU_MEMORY_MB) * 1024 * 1024;
}
