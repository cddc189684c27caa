import type { DeviceMemory } from './device-memory.ts';

/**
 * Measures how long a device computes. The device writes its clock at the start and end of each batch of passes, and
 * the values are read back with a frame.
 */
export interface PassTimer {
  /**
   * Returns the queries of the next batch; undefined when it is not measured (no timestamps, or too many batches in a
   * frame).
   */
  next(): GPUComputePassTimestampWrites | undefined;
  /** Copies the values since the last call to `target` at `offset`, a multiple of 8. */
  copyTo(encoder: GPUCommandEncoder, target: GPUBuffer, offset: number): void;
  /** Bytes of a copy; 0 when nothing is measured. */
  readonly bytes: number;
  /** Adds the times of a copy that was read back. */
  read(copy: ArrayBuffer): void;
  /** Total milliseconds of device computation in all copies read so far. */
  readonly computedMs: number;
  close(): void;
}

// Batches measured in one frame: normally one, a few when memory is short.
const mostBatches = 8;
const batchBytes = 16;

/** Creates the timer. It measures only on devices opened with `timestamp-query`. */
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
      // Queries not written this time count as zero.
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
