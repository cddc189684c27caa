import type { Rect } from '../../graph/box.ts';
import type { GraphScope } from '../../graph/node-rules.ts';
import type { Heap } from '../../kernels/heap.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { VectorLibrary } from '../../sprites/vector-library.ts';
import type { GivenSurface, RgbaSurface } from './rgba-surface.ts';

/** State shared by the primitives of one graph while it is drawn. */
export interface DrawScope extends GraphScope {
  readonly kernels: Kernels;
  readonly vectors: VectorLibrary;
  readonly inputs: ReadonlyMap<string, GivenSurface>;
  /** Cache of tables and shapes that do not change from frame to frame. */
  readonly kept: KeptBlocks;
}

/** Drawn input of a primitive (an operation of an effect graph). */
export interface Source {
  /** Read-only pixels. They cover the area that the node's rules request; missing pixels are transparent. */
  readonly surface: RgbaSurface;
  /**
   * Returns a writable surface of exactly `area` with the input's pixels, transparent where there are none. It reuses
   * the input's memory if no other step needs the input, so `surface` must not be used afterwards.
   */
  own(area: Rect): RgbaSurface;
}

/** Returns the input with number `index` of a primitive. Throws when the node has fewer inputs. */
export function sourceAt(inputs: readonly Source[], index: number): Source {
  const source = inputs[index];
  if (!source) throw new Error(`A graph primitive has no input ${index}.`);
  return source;
}

/** Cache of memory blocks (tables, rasterized shapes). A block stays cached as long as every frame uses it. */
interface KeptBlocks {
  /** Returns the offset of the block with this key. If there is none, calls `make`, which allocates and fills it. */
  keep(key: string, make: () => number): number;
  /** Frees blocks that were not used since the last call. */
  endFrame(): void;
  close(): void;
}

/** Creates an empty cache of memory blocks in `heap`. */
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
