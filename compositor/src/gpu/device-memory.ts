import { FramemillError } from '@framemill/timeline/rendering';
import type { Rect } from '../graph/box.ts';

/** Texture on the device. */
export interface GpuImage {
  readonly texture: GPUTexture;
  readonly view: GPUTextureView;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
}

/**
 * Texture that contains the part `rect` of a premultiplied image. `rect` is in pixels from the top left of the area
 * that the graph covers. Everything outside of `rect` is transparent.
 */
export interface PlacedImage {
  readonly image: GpuImage;
  readonly rect: Rect;
}

/** Texture formats that this backend creates. */
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

/** Description of a texture. Sizes are in pixels. */
export interface ImageShape {
  readonly width: number;
  readonly height: number;
  /** Depth of a three-dimensional texture. Default: 1. */
  readonly depth?: number;
  readonly format: ImageFormat;
  readonly usage: GPUTextureUsageFlags;
}

/** Accounts for the GPU memory that this process uses. It creates, counts and limits all large textures and buffers. */
export interface DeviceMemory {
  readonly limitBytes: number;
  readonly usedBytes: number;
  /**
   * Creates a texture. Throws `unavailable` with `details.deviceFull` when there is not enough memory even after all
   * caches were freed.
   */
  image(shape: ImageShape): GpuImage;
  /** Creates a buffer of `size` bytes. Throws the same errors as `image`. */
  buffer(size: number, usage: GPUBufferUsageFlags): GPUBuffer;
  free(one: GpuImage | GPUBuffer): void;
  /**
   * Registers a function that frees unused memory. When memory is short, registered functions are called in order until
   * there is enough. Returns a function that unregisters it.
   */
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
 * Creates the accounting for `device`, with at most `limitBytes` of memory. `flush` submits all recorded passes, which
 * may still use memory that is about to be freed. `onFull` is called when an allocation fails: the current frame is
 * then incomplete, and the device must not be used any more.
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
    // Called twice: textures that caches return to the pool in the first round are freed by the pool in the second.
    for (const spare of [...spares, ...spares]) {
      if (fits()) break;
      spare();
    }
    if (fits()) return;
    const [more, used, limit] = [bytes, usedBytes, limitBytes].map(megabytes);
    const error = deviceFull(
      `It needs ${more} MB in addition to ${used} MB, but GPU_MEMORY_MB allows ${limit} MB. Raise GPU_MEMORY_MB.`,
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

/**
 * Creates the error for a render that does not fit into the memory of a GPU. The render can be retried on another GPU
 * or on the CPU. `why` is a complete sentence.
 */
export function deviceFull(why: string): FramemillError {
  return new FramemillError('unavailable', `The GPU does not have enough memory for a frame of this render. ${why}`, {
    deviceFull: true,
  });
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024);
}
