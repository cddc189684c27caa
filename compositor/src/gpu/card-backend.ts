import { FramemillError } from '@framemill/timeline/rendering';
import type { Backend } from '../backend.ts';
import { createGpuBackend } from './gpu-backend.ts';
import { createGpuDevice, type GpuDevice } from './gpu-device.ts';
import { openDevice } from './open-device.ts';

/** The graphics card of this process: opened when it is first asked for, and anew after it was lost. */
export interface CardBackend {
  /** For one renderer after the other. Throws `unavailable` when the card cannot be opened: it was there when the process was started for it. */
  open(): Promise<Backend>;
  close(): void;
}

// Tables of colours and outlines that stay from segment to segment: at most so much, and no more than this part of the memory.
const keptBytes = 256 * 1024 * 1024;
const keptShare = 0.25;

/** Opens nothing yet. `memoryBytes` is what this process may take of the card's memory. */
export function createCardBackend(memoryBytes: number): CardBackend {
  let current: { readonly gpu: GpuDevice; readonly backend: Backend } | null = null;

  function close(): void {
    current?.backend.close();
    current?.gpu.close();
    current = null;
  }

  return {
    async open() {
      if (current && current.gpu.lost() !== null) close();
      if (current) return current.backend;
      const { device } = await openDevice().catch((cause: unknown) => {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new FramemillError('unavailable', reason, { deviceLost: true }, { cause });
      });
      const gpu = createGpuDevice(device, { memoryBytes, keptBytes: Math.min(keptBytes, keptShare * memoryBytes) });
      current = { gpu, backend: createGpuBackend(gpu) };
      return current.backend;
    },
    close,
  };
}
