import type { Clip } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline';
import { createStillSource, type StillSource } from '../backend/picture-source.ts';
import { type Surface, surfaceBytes } from '../backend/surface.ts';
import type { Kernels } from '../kernels/kernel-module.ts';
import { openImageSource } from '../media/image-source.ts';
import { surfaceOfRgba } from '../sprites/rasterise.ts';
import { aboutClip, fileOf, type MediaFiles } from './media-files.ts';

/** An image and the size that it is shown at; `source` may be a halved copy of it. */
export interface ImagePicture {
  source: StillSource;
  width: number;
  height: number;
}

/** Decoded images, converted once. */
export interface ImagePool {
  /** Decodes the images of `clips` that are not here yet; forgets the longest unused ones when there are too many. */
  prepare(clips: readonly Clip[]): Promise<void>;
  /** The image of a prepared clip. */
  picture(clip: Clip): ImagePicture;
  close(): void;
}

interface Entry extends ImagePicture {
  bytes: number;
}

const budgetBytes = 192 * 1024 * 1024;

/**
 * `detail` tells how many source pixels an output pixel of a clip covers at least: an image that is never shown at more
 * than half size is kept halved.
 */
export function createImagePool(
  kernels: Kernels,
  media: MediaFiles,
  detail: (clip: Clip, width: number, height: number) => number,
): ImagePool {
  // Insertion order is order of use.
  const entries = new Map<string, Entry>();
  let bytes = 0;

  async function load(clip: Clip, halvings: (width: number, height: number) => number): Promise<Entry> {
    const image = await openImageSource(fileOf(clip, media).path);
    const { width, height, hasAlpha } = image;
    const full = surfaceOfRgba(kernels, image.rgba(), width, height, hasAlpha);
    const source = keepHalved(kernels, full, halvings(width, height), `image ${clip.src}`);
    return { source, width, height, bytes: surfaceBytes(source.width, source.height, hasAlpha) * 1.34 };
  }

  function forget(keep: ReadonlySet<string>): void {
    for (const [src, entry] of entries) {
      if (bytes <= budgetBytes) return;
      if (keep.has(src)) continue;
      entry.source.close();
      bytes -= entry.bytes;
      entries.delete(src);
    }
  }

  return {
    async prepare(clips) {
      const wanted = Map.groupBy(clips, (clip) => clip.src);
      for (const [src, users] of wanted) {
        const known = entries.get(src);
        const [first] = users;
        if (!first) continue;
        entries.delete(src);
        try {
          const halvings = (width: number, height: number) =>
            Math.floor(Math.log2(Math.max(1, Math.min(...users.map((clip) => detail(clip, width, height))))));
          const entry = known ?? (await load(first, halvings));
          if (!known) bytes += entry.bytes;
          entries.set(src, entry);
        } catch (cause) {
          throw aboutClip(first, media, cause);
        }
      }
      forget(new Set(wanted.keys()));
    },
    picture(clip) {
      const entry = entries.get(clip.src);
      if (entry) return entry;
      throw new FramemillError('internal_error', `The image of clip ${clip.id} was not loaded before it was drawn.`);
    },
    close() {
      for (const entry of entries.values()) entry.source.close();
      entries.clear();
    },
  };
}

function keepHalved(kernels: Kernels, full: Surface, halvings: number, version: string): StillSource {
  const source = createStillSource(kernels, full, version);
  return halvings > 0 ? source.shrink(halvings) : source;
}
