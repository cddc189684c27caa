import type { DeviceMemory, GpuImage } from './device-memory.ts';

/** Formats of the textures that shaders can write. */
export type TargetFormat = 'rgba16float' | 'rgba32float' | 'rgba8unorm' | 'r32float';

/**
 * Pool of textures that shaders write. Compute passes take textures and return them, so that a few textures are reused
 * for all frames.
 */
export interface TexturePool {
  /** Takes a texture with undefined contents. `width` and `height` must be at least 1. */
  take(width: number, height: number, format?: TargetFormat): GpuImage;
  giveBack(image: GpuImage): void;
  /** Frees textures that were not used in the last frames. */
  endFrame(): void;
  /** Total bytes of the pool's textures, including those in use. */
  readonly bytes: number;
  close(): void;
}

// Number of frames after which an unused texture is freed. Several renders may alternate on one device.
const idleFrames = 24;

interface Free {
  readonly image: GpuImage;
  readonly sinceFrame: number;
}

/** Creates an empty pool. Its unused textures are freed when memory is short. */
export function createTexturePool(memory: DeviceMemory): TexturePool {
  const free = new Map<string, Free[]>();
  const keys = new Map<GpuImage, string>();
  let bytes = 0;
  let frame = 0;

  function make(width: number, height: number, format: TargetFormat): GpuImage {
    const { TEXTURE_BINDING, STORAGE_BINDING, COPY_SRC } = GPUTextureUsage;
    const usage = TEXTURE_BINDING | STORAGE_BINDING | COPY_SRC;
    const image = memory.image({ width, height, format, usage });
    bytes += image.bytes;
    return image;
  }

  function drop(image: GpuImage): void {
    memory.free(image);
    keys.delete(image);
    bytes -= image.bytes;
  }

  const forget = memory.onShort(() => {
    for (const list of free.values()) for (const { image } of list) drop(image);
    free.clear();
  });

  return {
    take(width, height, format = 'rgba16float') {
      const key = `${width}x${height} ${format}`;
      const image = free.get(key)?.pop()?.image ?? make(width, height, format);
      keys.set(image, key);
      return image;
    },
    giveBack(image) {
      const key = keys.get(image);
      if (key === undefined) return;
      const list = free.get(key) ?? [];
      list.push({ image, sinceFrame: frame });
      free.set(key, list);
    },
    endFrame() {
      frame += 1;
      for (const [key, list] of free) {
        const kept = list.filter(({ image, sinceFrame }) => {
          if (frame - sinceFrame <= idleFrames) return true;
          drop(image);
          return false;
        });
        if (kept.length > 0) free.set(key, kept);
        else free.delete(key);
      }
    },
    get bytes() {
      return bytes;
    },
    close() {
      forget();
      for (const image of [...keys.keys()]) drop(image);
      free.clear();
    },
  };
}
