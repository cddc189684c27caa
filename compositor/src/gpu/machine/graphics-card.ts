import process from 'node:process';
import { USUAL_GPU_MEMORY_MB } from '../../plan/segment-costs.ts';

/** Graphics adapter: a GPU, or software that emulates one. */
export interface AdapterFacts {
  readonly vendor: string;
  readonly architecture: string;
  readonly name: string;
  /** Driver name and version, as the driver reports them. */
  readonly driver: string;
  /** Whether the adapter computes on the CPU. Such adapters are for tests only. */
  readonly isSoftware: boolean;
}

/** GPU of a machine, with its measured capabilities. */
export interface CardReport {
  readonly adapter: AdapterFacts;
  /**
   * SHA-256 of the adapter, the driver and the pixels of reference effects, as 64 hexadecimal digits. GPUs with equal
   * fingerprints draw equal bytes.
   */
  readonly fingerprint: string;
  /** Time in milliseconds to draw each reference effect at `size`, including the copy back to the CPU. */
  readonly looks: readonly { readonly name: string; readonly ms: number }[];
  readonly size: { readonly width: number; readonly height: number };
}

/** Returns the maximum GPU memory of this process in bytes, from the environment variable GPU_MEMORY_MB. */
export function memoryLimitBytes(env: NodeJS.ProcessEnv = process.env): number {
  const megabytes = Number(env.GPU_MEMORY_MB ?? USUAL_GPU_MEMORY_MB);
  return (Number.isFinite(megabytes) && megabytes > 0 ? megabytes : USUAL_GPU_MEMORY_MB) * 1024 * 1024;
}
