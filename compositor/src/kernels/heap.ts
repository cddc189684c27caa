import { FramemillError } from '@framemill/timeline/rendering';

const pageBytes = 65536;
const firstFree = 64 * 1024;
const initialPages = 64;
// Every step gives JavaScript a buffer as large as all of the memory, which its collector counts anew: steps of what is missing had it
// mark all objects thirty times in 150 frames. Pages that nothing was written to take no room.
const growthPages = 256;
const alignment = 64;
// Kernels load whole vectors: up to 15 bytes beyond a plane's end, and its neighbour must not share a cache line.
const guardBytes = 64;

/**
 * Memory shared with the kernels. Nothing is ever given back to the system, so what a render touches at most is what it
 * keeps: free blocks are joined with free neighbours and cut to size, so that sprites of ever new sizes find room in
 * what older ones left. Offsets are bytes from the start of `bytes`.
 */
export interface Heap {
  readonly memory: WebAssembly.Memory;
  /** A view of the whole memory. Allocation may replace it: never keep it across `allocate`. */
  readonly bytes: Uint8Array;
  /** Bytes handed out now. */
  readonly usedBytes: number;
  /** Returns the offset of `size` bytes, 64-aligned, contents undefined. Throws when `limitBytes` would be passed. */
  allocate(size: number): number;
  /** Gives back what `allocate` returned. */
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
    // A free block at the end is part of what is needed.
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

interface Block {
  offset: number;
  size: number;
}

/** Free memory as few blocks as possible, in order of place. */
function createFreeBlocks() {
  const blocks: Block[] = [];

  /** The place of the first block at or after `offset`. */
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
    /** The smallest block that is large enough, cut to `size`; undefined: there is none. */
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
    /** Takes the last block when it reaches up to `end`. */
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

// Eight classes a power of two: at most 12.5 % is wasted, and frames of slightly different sizes share blocks.
function sizeClass(size: number): number {
  const step = Math.max(alignment, 2 ** (Math.floor(Math.log2(size)) - 3));
  return Math.ceil(size / step) * step;
}

function outOfMemory(size: number, used: number, limit: number): FramemillError {
  return new FramemillError(
    'invalid_request',
    `The picture needs more memory than a renderer may use (${used + size} of ${limit} bytes). Use smaller images or fewer layers.`,
  );
}
