import type { DeviceMemory } from './device-memory.ts';
import type { GpuImage } from './gpu-image.ts';

/** Formats that shaders write. */
export type TargetFormat = 'rgba16float' | 'rgba32float' | 'rgba8unorm' | 'r32float';

/** Textures that shaders write into, taken and given back pass by pass: the same few serve every frame. */
export interface TexturePool {
  /** Contents are undefined. At least one pixel. */
  take(width: number, height: number, format?: TargetFormat): GpuImage;
  giveBack(image: GpuImage): void;
  /** Frees what was not needed for the last frames. */
  endFrame(): void;
  /** Bytes of all textures, those in use included. */
  readonly bytes: number;
  close(): void;
}

// A texture that so many frames did without is given up. Several films may take turns on one device.
const idleFrames = 24;

interface Free {
  readonly image: GpuImage;
  readonly sinceFrame: number;
}

/** A pool without textures. What is not in use goes first when memory is short. */
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
