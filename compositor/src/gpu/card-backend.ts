import { FramemillError } from '@framemill/timeline/rendering';
import type { Backend } from '../graph/backend.ts';
import { createGpuBackend } from './gpu-backend.ts';
import { createGpuDevice, type GpuDevice } from './gpu-device.ts';
import { openDevice } from './open-device.ts';

/** GPU of this process. It is opened when it is first used, and again after the device was lost. */
export interface CardBackend {
  /**
   * Returns the backend with number `lane` (from 0). A backend serves one renderer at a time, so concurrent renderers
   * need different numbers. All backends share the device. Throws `unavailable` when the GPU cannot be opened. (This is
   * not a configuration error, because the GPU existed when the process was started.)
   */
  open(lane?: number): Promise<Backend>;
  /** Returns the resources in use on the GPU; null when it is not open. */
  usage(): GpuUsage | null;
  close(): void;
}

/** Resources that a process uses on a GPU. */
export interface GpuUsage {
  readonly usedBytes: number;
  readonly limitBytes: number;
  /** Time in milliseconds that the GPU has computed since it was opened; 0 when it does not support timestamps. */
  readonly computedMs: number;
}

// Limit for colour tables and outlines that are cached from segment to segment: this many bytes, and at most this share
// of the memory.
const keptBytes = 256 * 1024 * 1024;
const keptShare = 0.25;

/**
 * Creates the GPU access of a process without opening the device. `memoryBytes` is the maximum GPU memory of the
 * process.
 */
export function createCardBackend(memoryBytes: number): CardBackend {
  let current: { readonly gpu: GpuDevice; readonly lanes: Map<number, Backend> } | null = null;

  function close(): void {
    for (const backend of current?.lanes.values() ?? []) backend.close();
    current?.gpu.close();
    current = null;
  }

  return {
    async open(lane = 0) {
      if (current && current.gpu.lost() !== null) close();
      current ??= { gpu: await openCard(memoryBytes), lanes: new Map() };
      const { gpu, lanes } = current;
      const backend = lanes.get(lane) ?? createGpuBackend(gpu);
      lanes.set(lane, backend);
      return backend;
    },
    usage() {
      if (!current) return null;
      const { memory, timer } = current.gpu;
      return { usedBytes: memory.usedBytes, limitBytes: memory.limitBytes, computedMs: timer.computedMs };
    },
    close,
  };
}

async function openCard(memoryBytes: number): Promise<GpuDevice> {
  const { device } = await openDevice().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FramemillError('unavailable', reason, { deviceLost: true }, { cause });
  });
  return createGpuDevice(device, { memoryBytes, keptBytes: Math.min(keptBytes, keptShare * memoryBytes) });
}
