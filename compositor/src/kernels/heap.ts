import { FramemillError } from '@framemill/timeline/rendering';

const pageBytes = 65536;
const firstFree = 64 * 1024;
const initialPages = 64;
const alignment = 64;
// Kernels load whole vectors: up to 15 bytes beyond a plane's end, and its neighbour must not share a cache line.
const guardBytes = 64;

/**
 * Memory shared with the kernels. Blocks are reused by size; nothing is ever given back to the system, so what a
 * render touches at most is what it keeps. Offsets are bytes from the start of `bytes`.
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
  const memory = new WebAssembly.Memory({ initial: initialPages, maximum: Math.ceil(limitBytes / pageBytes) });
  let bytes = new Uint8Array(memory.buffer);
  let top = firstFree;
  let used = 0;
  const free = new Map<number, number[]>();
  const sizes = new Map<number, number>();

  function extend(size: number): number {
    const offset = top;
    const missing = offset + size - bytes.length;
    if (missing > 0) {
      if (offset + size > limitBytes) throw outOfMemory(size, used, limitBytes);
      memory.grow(Math.ceil(missing / pageBytes));
      bytes = new Uint8Array(memory.buffer);
    }
    top += size;
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
      const offset = free.get(rounded)?.pop() ?? extend(rounded);
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
      const list = free.get(size);
      if (list) list.push(offset);
      else free.set(size, [offset]);
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
