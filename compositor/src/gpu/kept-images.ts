import type { DeviceMemory } from './device-memory.ts';
import type { GpuImage } from './gpu-image.ts';

/** Textures that are made once and stay from frame to frame and from segment to segment: tables of colours, outlines. */
export interface KeptImages {
  /** The image of this name; `make` uploads or draws it when there is none. */
  keep(key: string, make: () => GpuImage): GpuImage;
  /** Frees those that were unused for longest while they take more than their share; those of the last frame stay. */
  endFrame(): void;
  readonly bytes: number;
  close(): void;
}

/** Keeps nothing yet; `mostBytes` is its share of the memory. What the last frame did not use goes when memory is short. */
export function createKeptImages(memory: DeviceMemory, mostBytes: number): KeptImages {
  // Insertion order is order of use.
  const images = new Map<string, GpuImage>();
  const used = new Set<string>();
  let bytes = 0;

  function freeDownTo(share: number): void {
    for (const [key, image] of images) {
      if (bytes <= share) break;
      if (used.has(key)) continue;
      memory.free(image);
      images.delete(key);
      bytes -= image.bytes;
    }
  }

  const forget = memory.onShort(() => freeDownTo(0));
  return {
    keep(key, make) {
      const image = images.get(key) ?? make();
      if (!images.delete(key)) bytes += image.bytes;
      images.set(key, image);
      used.add(key);
      return image;
    },
    endFrame() {
      freeDownTo(mostBytes);
      used.clear();
    },
    get bytes() {
      return bytes;
    },
    close() {
      forget();
      for (const image of images.values()) memory.free(image);
      images.clear();
    },
  };
}
