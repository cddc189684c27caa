import { FramemillError } from '@framemill/timeline/rendering';
import type { GpuImage } from './gpu-image.ts';

/** Formats of textures that this backend makes. */
export type ImageFormat =
  | 'r8unorm'
  | 'r8uint'
  | 'rg8uint'
  | 'r16uint'
  | 'rg16uint'
  | 'r32float'
  | 'rgba8unorm'
  | 'rgba16float'
  | 'rgba32float';

/** What a texture is made of. Pixels. */
export interface ImageShape {
  readonly width: number;
  readonly height: number;
  /** Of a texture of three dimensions. Default 1. */
  readonly depth?: number;
  readonly format: ImageFormat;
  readonly usage: GPUTextureUsageFlags;
}

/** The memory that a process takes of a device: everything large is made here, counted, and bounded. */
export interface DeviceMemory {
  readonly limitBytes: number;
  readonly usedBytes: number;
  /** A texture. Throws `unavailable` with `details.deviceFull` when it does not fit although everything that can be spared was freed. */
  image(shape: ImageShape): GpuImage;
  /** A buffer. Throws as `image`. */
  buffer(size: number, usage: GPUBufferUsageFlags): GPUBuffer;
  free(one: GpuImage | GPUBuffer): void;
  /** Calls `spare` when memory is short: it frees what nothing needs now. Askers are called in their order until there is room. Returns how to end that. */
  onShort(spare: () => void): () => void;
}

const bytesPerPixel: Readonly<Record<ImageFormat, number>> = {
  r8unorm: 1,
  r8uint: 1,
  rg8uint: 2,
  r16uint: 2,
  rg16uint: 4,
  r32float: 4,
  rgba8unorm: 4,
  rgba16float: 8,
  rgba32float: 16,
};

/**
 * Bounds what is made on `device` by `limitBytes`. `flush` submits what was ordered so far: what is freed may be used by it. `onFull` hears that something did
 * not fit: what was begun is half done, and the device is not to be used any more.
 */
export function createDeviceMemory(
  device: GPUDevice,
  limitBytes: number,
  { flush, onFull }: { flush: () => void; onFull: (error: FramemillError) => void },
): DeviceMemory {
  const spares = new Set<() => void>();
  let usedBytes = 0;

  function makeRoom(bytes: number): void {
    const fits = () => usedBytes + bytes <= limitBytes;
    if (!fits()) flush();
    // Twice: what the last ones give back to the pool is the pool's to free.
    for (const spare of [...spares, ...spares]) {
      if (fits()) break;
      spare();
    }
    if (fits()) return;
    const error = deviceFull(
      `It needs ${megabytes(bytes)} MB more than the ${megabytes(usedBytes)} MB that are in use; GPU_MEMORY_MB allows ${megabytes(limitBytes)}.`,
    );
    onFull(error);
    throw error;
  }

  return {
    limitBytes,
    get usedBytes() {
      return usedBytes;
    },
    image({ width, height, depth = 1, format, usage }) {
      const bytes = width * height * depth * bytesPerPixel[format];
      makeRoom(bytes);
      const size = [width, height, depth];
      const texture = device.createTexture({ size, format, usage, dimension: depth > 1 ? '3d' : '2d' });
      usedBytes += bytes;
      return { texture, view: texture.createView(), width, height, bytes };
    },
    buffer(size, usage) {
      makeRoom(size);
      usedBytes += size;
      return device.createBuffer({ size, usage });
    },
    free(one) {
      if ('texture' in one) {
        one.texture.destroy();
        usedBytes -= one.bytes;
      } else {
        one.destroy();
        usedBytes -= one.size;
      }
    },
    onShort(spare) {
      spares.add(spare);
      return () => void spares.delete(spare);
    },
  };
}

/** What becomes of a render that a device has no room for: others may have, and the processor has. `why` is a sentence. */
export function deviceFull(why: string): FramemillError {
  return new FramemillError('unavailable', `The graphics card has no room for a frame of this render. ${why}`, {
    deviceFull: true,
  });
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}
