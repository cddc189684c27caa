import type { DeviceMemory } from './device-memory.ts';

/**
 * Compute pass: one dispatch of a compute shader. Binding 0 is `P`, the shader's parameter table with entries of four
 * numbers. Binding 1 is the target. Textures follow from binding 2 on.
 */
export interface Pass {
  readonly code: string;
  /** Values of the parameter table, four numbers for each entry. */
  readonly table: readonly number[];
  readonly target: GPUTextureView | GPUBuffer;
  readonly textures: readonly GPUTextureView[];
  /** Number of workgroups of 8 x 8 invocations, horizontally and vertically. */
  readonly groups: readonly [x: number, y: number];
}

/** Queue that collects compute passes and submits them to the device together. */
export interface PassQueue {
  add(pass: Pass): void;
  /** Submits the recorded passes and then the commands that `more` encodes. */
  submit(more?: (encoder: GPUCommandEncoder) => void): void;
  /** Number of dispatches since the start, for benchmarks. */
  readonly dispatches: number;
  close(): void;
}

// Required alignment of binding offsets, in bytes.
const alignment = 256;

/**
 * Creates an empty queue. Shader pipelines are cached by their code, because most are used in many documents.
 * `timestamps` returns the queries to which the device writes the times of a batch of passes.
 */
export function createPassQueue(
  device: GPUDevice,
  timestamps: () => GPUComputePassTimestampWrites | undefined = () => undefined,
): PassQueue {
  const pipelines = new Map<string, GPUComputePipeline>();
  let passes: Pass[] = [];
  let table: GPUBuffer | null = null;
  let dispatches = 0;

  function pipelineOf(code: string): GPUComputePipeline {
    const known = pipelines.get(code);
    if (known) return known;
    const module = device.createShaderModule({ code });
    const made = device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint: 'main' } });
    pipelines.set(code, made);
    return made;
  }

  function writeTables(): { buffer: GPUBuffer; offsets: readonly number[] } {
    const offsets: number[] = [];
    let size = 0;
    for (const pass of passes) {
      offsets.push(size);
      size += Math.ceil(Math.max(16, pass.table.length * 4) / alignment) * alignment;
    }
    if (!table || table.size < size) {
      table?.destroy();
      table = device.createBuffer({ size: 2 * size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST });
    }
    const values = new Float32Array(size / 4);
    for (const [index, pass] of passes.entries()) values.set(pass.table, (offsets[index] ?? 0) / 4);
    device.queue.writeBuffer(table, 0, values);
    return { buffer: table, offsets };
  }

  function encode(encoder: GPUCommandEncoder): void {
    const { buffer, offsets } = writeTables();
    const timestampWrites = timestamps();
    const compute = encoder.beginComputePass(timestampWrites ? { timestampWrites } : {});
    for (const [index, { code, table: numbers, target, textures, groups }] of passes.entries()) {
      const pipeline = pipelineOf(code);
      const place = { buffer, offset: offsets[index] ?? 0, size: Math.max(16, numbers.length * 4) };
      const written = 'mapState' in target ? { buffer: target } : target;
      const resources: GPUBindingResource[] = [place, written, ...textures];
      const entries = resources.map((resource, binding) => ({ binding, resource }));
      compute.setPipeline(pipeline);
      compute.setBindGroup(0, device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries }));
      compute.dispatchWorkgroups(...groups);
    }
    compute.end();
  }

  return {
    add(pass) {
      if (pass.table.length % 4 !== 0)
        throw new RangeError(`A shader table has ${pass.table.length} values, which is not a multiple of 4.`);
      const bad = pass.table.findIndex((value) => !Number.isFinite(value));
      if (bad >= 0)
        throw new RangeError(
          `Entry ${Math.floor(bad / 4)} of a shader table is ${pass.table[bad]}. Parameters must be finite numbers.`,
        );
      passes.push(pass);
    },
    submit(more) {
      const encoder = device.createCommandEncoder();
      if (passes.length > 0) encode(encoder);
      more?.(encoder);
      device.queue.submit([encoder.finish()]);
      dispatches += passes.length;
      passes = [];
    },
    get dispatches() {
      return dispatches;
    },
    close() {
      table?.destroy();
      pipelines.clear();
    },
  };
}

/**
 * Measures the computation time of a device. The device writes timestamps at the start and end of each batch of passes,
 * which are read back together with a frame.
 */
export interface PassTimer {
  /**
   * Returns the timestamp queries for the next batch; undefined when it is not measured (timestamps are not supported,
   * or there are too many batches in a frame).
   */
  next(): GPUComputePassTimestampWrites | undefined;
  /** Copies the timestamps since the last call to `target` at `offset`, a multiple of 8. */
  copyTo(encoder: GPUCommandEncoder, target: GPUBuffer, offset: number): void;
  /** Number of bytes that `copyTo` writes; 0 when nothing is measured. */
  readonly bytes: number;
  /** Adds the times from a buffer that was filled by `copyTo` and read back by the CPU. */
  read(copy: ArrayBuffer): void;
  /** Total computation time of the device in milliseconds, from all timestamps read so far. */
  readonly computedMs: number;
  close(): void;
}

// Batches measured in one frame: normally one, a few when memory is short.
const mostBatches = 8;
const batchBytes = 16;

/** Creates the timer. It measures only if the device was opened with the feature `timestamp-query`. */
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
