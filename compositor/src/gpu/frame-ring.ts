import type { FramePlanes } from '../graph/frame-memory.ts';
import type { Size } from '../graph/placement.ts';
import type { PlacedImage } from './device-memory.ts';
import { deviceLost, type GpuDevice } from './gpu-device.ts';
import type { GpuFrames } from './gpu-frames.ts';
import { packedBlock, packWgsl } from './wgsl/convert.ts';

/** First-in, first-out queue of drawn frames that are being copied from the GPU to the CPU. */
export interface FrameRing<F> {
  /** Converts an image to planar 4:2:0 and starts the copy to the CPU. Submits all recorded passes. */
  push(image: PlacedImage): void;
  /** Adds a frame that needs no drawing. The queue holds a reference to it until it is taken. */
  pushFrame(frame: F): void;
  /** Adds the previous frame once more. */
  pushAgain(): void;
  /**
   * Waits for the oldest frame and removes it from the queue. The result is read-only and valid until the next call.
   */
  take(): Promise<F>;
  readonly waiting: number;
  readonly bytes: number;
  close(): void;
}

interface Drawn {
  readonly kind: 'drawn';
  readonly buffer: GPUBuffer;
  readonly mapped: Promise<void>;
}

type Waiting<F> =
  | Drawn
  | { readonly kind: 'frame'; readonly held: ReturnType<GpuFrames<F>['hold']> }
  | { readonly kind: 'again' };

/** Creates an empty queue. `size` is the size of the frames and must be even. */
export function createFrameRing<F>(gpu: GpuDevice, frames: GpuFrames<F>, size: Size): FrameRing<F> {
  const layout = layoutOf(size);
  const packed = gpu.memory.buffer(layout.bytes, GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC);
  const free: GPUBuffer[] = [];
  let buffers = 0;
  let waiting: Waiting<F>[] = [];
  // A single output frame: each `take` overwrites the frame of the previous one.
  const pooled = frames.create(size);
  let last: F = pooled.frame;
  let borrowed: ReturnType<GpuFrames<F>['hold']> | null = null;

  function buffer(): GPUBuffer {
    const known = free.pop();
    if (known) return known;
    buffers += 1;
    return gpu.memory.buffer(layout.bytes + gpu.timer.bytes, GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST);
  }

  async function copyOut({ buffer: source, mapped }: Drawn): Promise<void> {
    try {
      await mapped;
    } catch (cause) {
      throw gpu.lost() ?? deviceLost(String(cause));
    }
    const lost = gpu.lost();
    if (lost !== null) throw lost;
    writePlanes(new Uint8Array(source.getMappedRange(0, layout.bytes)), layout, pooled.planes);
    if (gpu.timer.bytes > 0) gpu.timer.read(source.getMappedRange(layout.bytes, gpu.timer.bytes));
    source.unmap();
    free.push(source);
  }

  return {
    push(image) {
      const target = buffer();
      const { width, height } = size;
      gpu.queue.add({
        code: packWgsl,
        table: [width, height, layout.rowBytes, layout.lumaBytes],
        target: packed,
        textures: [image.image.view],
        groups: [Math.ceil(width / packedBlock.width / 8), Math.ceil(height / packedBlock.height / 8)],
      });
      gpu.submit((encoder) => {
        encoder.copyBufferToBuffer(packed, 0, target, 0, layout.bytes);
        gpu.timer.copyTo(encoder, target, layout.bytes);
      });
      const mapped = target.mapAsync(GPUMapMode.READ);
      // The error is reported by the `take` of this frame.
      mapped.catch(() => undefined);
      waiting.push({ kind: 'drawn', buffer: target, mapped });
    },
    pushFrame: (frame) => void waiting.push({ kind: 'frame', held: frames.hold(frame) }),
    pushAgain: () => void waiting.push({ kind: 'again' }),
    async take() {
      const next = waiting.shift();
      if (!next) throw new Error('take() was called before draw().');
      if (next.kind === 'again') return last;
      if (next.kind === 'drawn') await copyOut(next);
      borrowed?.free();
      borrowed = next.kind === 'frame' ? next.held : null;
      last = borrowed?.frame ?? pooled.frame;
      return last;
    },
    get waiting() {
      return waiting.length;
    },
    get bytes() {
      return (buffers + 1) * layout.bytes;
    },
    close() {
      for (const one of waiting) {
        if (one.kind === 'frame') one.held.free();
        if (one.kind === 'drawn') gpu.memory.free(one.buffer);
      }
      waiting = [];
      for (const one of free) gpu.memory.free(one);
      gpu.memory.free(packed);
      borrowed?.free();
      pooled.free();
    },
  };
}

interface PlaneLayout {
  readonly size: Size;
  /** Bytes of a luma row; a chroma row has half as many. */
  readonly rowBytes: number;
  readonly lumaBytes: number;
  readonly bytes: number;
}

function layoutOf(size: Size): PlaneLayout {
  const rowBytes = Math.ceil(size.width / packedBlock.width) * packedBlock.width;
  // Chroma planes start at whole 32-bit words.
  const lumaBytes = Math.ceil((rowBytes * size.height) / 16) * 16;
  return { size, rowBytes, lumaBytes, bytes: (lumaBytes * 3) / 2 };
}

function writePlanes(
  packed: Uint8Array,
  { size, rowBytes, lumaBytes }: PlaneLayout,
  { data, stride }: FramePlanes,
): void {
  const planes = [
    { offset: 0, row: rowBytes, width: size.width, height: size.height },
    { offset: lumaBytes, row: rowBytes / 2, width: size.width / 2, height: size.height / 2 },
    { offset: (lumaBytes * 5) / 4, row: rowBytes / 2, width: size.width / 2, height: size.height / 2 },
  ];
  for (const [index, { offset, row, width, height }] of planes.entries()) {
    const target = data[index];
    const bytesPerRow = stride[index] ?? 0;
    if (row === bytesPerRow) {
      target?.set(packed.subarray(offset, offset + row * height), 0);
      continue;
    }
    for (let y = 0; y < height; y++) {
      const at = offset + y * row;
      target?.set(packed.subarray(at, at + width), y * bytesPerRow);
    }
  }
}
