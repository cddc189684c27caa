import { FramemillError } from '@framemill/timeline/rendering';
import type { Backend } from '../backend.ts';
import { createGpuBackend } from './gpu-backend.ts';
import { createGpuDevice, type GpuDevice } from './gpu-device.ts';
import { openDevice } from './open-device.ts';

/** The graphics card of this process: opened when it is first asked for, and anew after it was lost. */
export interface CardBackend {
  /**
   * The backend of a lane, for one renderer after the other; all lanes share the device. Throws `unavailable` when the card cannot be opened: it was there when
   * the process was started for it.
   */
  open(lane?: number): Promise<Backend>;
  /** What it takes of the card; null: it is not open. */
  usage(): CardUsage | null;
  close(): void;
}

/** What a process takes of a graphics card. */
export interface CardUsage {
  readonly usedBytes: number;
  readonly limitBytes: number;
  /** Milliseconds that the card has computed since it was opened; 0 where it does not say. */
  readonly computedMs: number;
}

// Tables of colours and outlines that stay from segment to segment: at most so much, and no more than this part of the memory.
const keptBytes = 256 * 1024 * 1024;
const keptShare = 0.25;

/** Opens nothing yet. `memoryBytes` is what this process may take of the card's memory. */
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
