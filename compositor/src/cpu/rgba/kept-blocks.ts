import type { Heap } from '../../kernels/heap.ts';

/** Memory that stays from frame to frame as long as every frame asks for it: tables, rasterised shapes. */
export interface KeptBlocks {
  /** The offset of the block of this name; `make` takes memory and fills it when there is none. */
  keep(key: string, make: () => number): number;
  /** Gives back what was not asked for since the last call. */
  endFrame(): void;
  close(): void;
}

/** Keeps nothing yet. */
export function createKeptBlocks(heap: Heap): KeptBlocks {
  const blocks = new Map<string, { offset: number; used: boolean }>();
  return {
    keep(key, make) {
      const known = blocks.get(key);
      if (known) {
        known.used = true;
        return known.offset;
      }
      const offset = make();
      blocks.set(key, { offset, used: true });
      return offset;
    },
    endFrame() {
      for (const [key, block] of blocks) {
        if (!block.used) {
          heap.release(block.offset);
          blocks.delete(key);
        }
        block.used = false;
      }
    },
    close() {
      for (const { offset } of blocks.values()) heap.release(offset);
      blocks.clear();
    },
  };
}
