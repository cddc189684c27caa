import type { Heap } from '../../kernels/heap.ts';

/** Cache of memory blocks (tables, rasterized shapes) that are kept as long as every frame uses them. */
export interface KeptBlocks {
  /** Returns the offset of the block with this key. Calls `make`, which allocates and fills it, when there is none. */
  keep(key: string, make: () => number): number;
  /** Frees blocks that were not used since the last call. */
  endFrame(): void;
  close(): void;
}

/** Creates an empty cache. */
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
