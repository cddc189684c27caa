import { FramemillError } from '@framemill/timeline/rendering';

const pageBytes = 65536;
const firstFree = 64 * 1024;
const initialPages = 64;
// Each growth gives JavaScript a buffer as large as all of the memory, which the garbage collector counts again.
// Growing only by the missing size made it mark all objects thirty times in 150 frames. Unwritten pages take no memory.
const growthPages = 256;
const alignment = 64;
// Kernels load whole vectors, up to 15 bytes beyond a plane's end, and a neighbouring block must not share a cache
// line.
const guardBytes = 64;

/**
 * Memory that is shared with the WebAssembly kernels. It is never returned to the system; the memory usage of a process
 * therefore stays at its peak. Adjacent free blocks are merged, and large blocks are split on allocation, so that new
 * sizes fit into freed space. Offsets are in bytes from the start of `bytes`.
 */
export interface Heap {
  readonly memory: WebAssembly.Memory;
  /** View of the whole memory. Get it again after each call of `allocate`, which may replace it. */
  readonly bytes: Uint8Array;
  /** Bytes currently allocated. */
  readonly usedBytes: number;
  /**
   * Allocates `size` bytes with undefined contents and returns their offset, a multiple of 64. Throws when the memory
   * would exceed `limitBytes`.
   */
  allocate(size: number): number;
  /** Frees a block that `allocate` returned. Throws when no block starts at `offset`. */
  release(offset: number): void;
}

/** Creates an empty heap that grows up to `limitBytes` (at most 2 GiB). */
export function createHeap(limitBytes: number): Heap {
  const mostPages = Math.ceil(limitBytes / pageBytes);
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: mostPages });
  let bytes = new Uint8Array(memory.buffer);
  let top = firstFree;
  let used = 0;
  const free = createFreeBlocks();
  const sizes = new Map<number, number>();

  function extend(size: number): number {
    // A free block at the end is extended.
    const offset = free.takeEndingAt(top) ?? top;
    const missing = offset + size - bytes.length;
    if (missing > 0) {
      if (offset + size > limitBytes) {
        if (offset < top) free.add(offset, top - offset);
        throw outOfMemory(size, used, limitBytes);
      }
      const pages = memory.buffer.byteLength / pageBytes;
      memory.grow(Math.min(Math.max(Math.ceil(missing / pageBytes), growthPages), mostPages - pages));
      bytes = new Uint8Array(memory.buffer);
    }
    top = offset + size;
    return offset;
  }

  return {
    memory,
    get bytes() {
      return bytes;
    },
    get usedBytes() {
      return used;
    },
    allocate(size) {
      const rounded = sizeClass(size + guardBytes);
      const offset = free.take(rounded) ?? extend(rounded);
      sizes.set(offset, rounded);
      used += rounded;
      return offset;
    },
    release(offset) {
      const size = sizes.get(offset);
      if (size === undefined)
        throw new Error(`No block starts at ${offset}: it was released before or never allocated.`);
      sizes.delete(offset);
      used -= size;
      free.add(offset, size);
    },
  };
}

/** Copies a table into WebAssembly memory and returns its offset there, in bytes. */
export function putLanes(heap: Heap, lanes: Int16Array | Int32Array): number {
  const offset = heap.allocate(lanes.byteLength);
  heap.bytes.set(new Uint8Array(lanes.buffer), offset);
  return offset;
}

interface Block {
  offset: number;
  size: number;
}

/** List of free blocks in order of their offsets. Adjacent blocks are merged. */
function createFreeBlocks() {
  const blocks: Block[] = [];

  /** Returns the index of the first free block at or after `offset`. */
  function placeOf(offset: number): number {
    let low = 0;
    let high = blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((blocks[middle]?.offset ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    /** Takes `size` bytes from the smallest free block that is large enough. Returns their offset, or undefined. */
    take(size: number): number | undefined {
      let best = -1;
      let bestSize = Number.POSITIVE_INFINITY;
      for (let at = 0; at < blocks.length && bestSize > size; at++) {
        const found = blocks[at]?.size ?? 0;
        if (found >= size && found < bestSize) [best, bestSize] = [at, found];
      }
      const block = blocks[best];
      if (!block) return undefined;
      const { offset } = block;
      if (block.size === size) blocks.splice(best, 1);
      else {
        block.offset += size;
        block.size -= size;
      }
      return offset;
    },
    /** Takes the last free block if it ends at `end`, and returns its offset; undefined otherwise. */
    takeEndingAt(end: number): number | undefined {
      const last = blocks.at(-1);
      if (!last || last.offset + last.size !== end) return undefined;
      blocks.pop();
      return last.offset;
    },
    add(offset: number, size: number): void {
      const at = placeOf(offset);
      const before = blocks[at - 1];
      const after = blocks[at];
      const block = { offset, size };
      let first = at;
      let joined = 0;
      if (after && offset + size === after.offset) {
        block.size += after.size;
        joined += 1;
      }
      if (before && before.offset + before.size === offset) {
        block.offset = before.offset;
        block.size += before.size;
        first -= 1;
        joined += 1;
      }
      blocks.splice(first, joined, block);
    },
  };
}

// Eight size classes for each power of two: at most 12.5 % is wasted, and frames of slightly different sizes share
// blocks.
function sizeClass(size: number): number {
  const step = Math.max(alignment, 2 ** (Math.floor(Math.log2(size)) - 3));
  return Math.ceil(size / step) * step;
}

function outOfMemory(size: number, used: number, limit: number): FramemillError {
  return new FramemillError(
    'invalid_request',
    `The frame needs more memory than is allowed (${used + size} of ${limit} bytes). Use smaller images or fewer ` +
      'layers.',
  );
}
