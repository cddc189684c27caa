import type { DeviceMemory } from './device-memory.ts';

/** Measures how long a device computes: its own clock at the beginning and the end of each batch of passes, read back with a frame. */
export interface PassTimer {
  /** What the next batch writes; undefined: it is not measured (no such clock, or more batches a frame than there is room for). */
  next(): GPUComputePassTimestampWrites | undefined;
  /** Copies what was written since the last call to `target` at `offset`, a multiple of 8. */
  copyTo(encoder: GPUCommandEncoder, target: GPUBuffer, offset: number): void;
  /** Bytes of a copy; 0: nothing is measured. */
  readonly bytes: number;
  /** Takes a copy that has come back. */
  read(copy: ArrayBuffer): void;
  /** Milliseconds that the device has computed, as far as copies say. */
  readonly computedMs: number;
  close(): void;
}

// A frame is one batch, with little memory a few.
const mostBatches = 8;
const batchBytes = 16;

/** Measures where the device was opened with `timestamp-query`. */
export function createPassTimer(device: GPUDevice, memory: DeviceMemory): PassTimer {
  if (!device.features.has('timestamp-query')) {
    const nothing = () => undefined;
    return { next: nothing, copyTo: nothing, bytes: 0, read: nothing, computedMs: 0, close: nothing };
  }
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 * mostBatches });
  const bytes = mostBatches * batchBytes;
  const resolved = memory.buffer(
    bytes,
    GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST,
  );
  let batches = 0;
  let computedMs = 0;
  return {
    bytes,
    next() {
      if (batches >= mostBatches) return undefined;
      const first = 2 * batches;
      batches += 1;
      return { querySet, beginningOfPassWriteIndex: first, endOfPassWriteIndex: first + 1 };
    },
    copyTo(encoder, target, offset) {
      // What is not written this time counts as no time.
      encoder.clearBuffer(resolved);
      if (batches > 0) encoder.resolveQuerySet(querySet, 0, 2 * batches, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, target, offset, bytes);
      batches = 0;
    },
    read(copy) {
      computedMs += millisecondsOf(copy);
    },
    get computedMs() {
      return computedMs;
    },
    close() {
      querySet.destroy();
      memory.free(resolved);
    },
  };
}

function millisecondsOf(copy: ArrayBuffer): number {
  const times = new BigUint64Array(copy);
  let nanoseconds = 0n;
  for (let at = 0; at + 1 < times.length; at += 2) {
    const [begun = 0n, ended = 0n] = [times[at], times[at + 1]];
    if (ended > begun) nanoseconds += ended - begun;
  }
  return Number(nanoseconds) / 1e6;
}
