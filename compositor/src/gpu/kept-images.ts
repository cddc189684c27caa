import type { DeviceMemory } from './device-memory.ts';
import type { GpuImage } from './gpu-image.ts';

/** Cache of textures that stay from frame to frame and from segment to segment: colour tables and outlines. */
export interface KeptImages {
  /** Returns the image with this key. Calls `make`, which uploads or draws it, when there is none. */
  keep(key: string, make: () => GpuImage): GpuImage;
  /** Frees the least recently used images while the cache exceeds its limit. Images of the last frame stay. */
  endFrame(): void;
  readonly bytes: number;
  close(): void;
}

/**
 * Creates an empty cache of at most `mostBytes`. Images that the current frame has not used are freed when memory is
 * short.
 */
export function createKeptImages(memory: DeviceMemory, mostBytes: number): KeptImages {
  // Insertion order is the order of use.
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
