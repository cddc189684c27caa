import type { Clip } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/rendering';
import type { Backend } from '../graph/backend.ts';
import type { Texture } from '../graph/drawable.ts';
import { needsFullChroma } from '../graph/motion.ts';
import type { ImageSource } from '../media/decode/still/image-source.ts';
import { aboutClip, fileOf, type MediaFile, type MediaFiles } from '../media/media-files.ts';

/** Image and the size at which it is displayed. `source` may be a copy at half size. */
export interface ImageSurface {
  source: Texture;
  width: number;
  height: number;
}

/** Function that decodes a still image. A vector drawing is rasterised at `scale` times its nominal size. */
export type OpenImage = (file: MediaFile, scale: number) => Promise<ImageSource>;

/** Cache of decoded images, each converted once. */
export interface ImagePool {
  /**
   * Decodes the images of `clips` that are not cached. Frees the least recently used ones when the cache is too large.
   */
  prepare(clips: readonly Clip[]): Promise<void>;
  /** Returns the image of a prepared clip. */
  surfaceOf(clip: Clip): ImageSurface;
  close(): void;
}

interface Entry extends ImageSurface {
  bytes: number;
}

const budgetBytes = 192 * 1024 * 1024;
const drawingType = 'image/svg+xml';

/**
 * Creates an empty pool. `detail` returns the smallest number of source pixels per output pixel at which a clip shows
 * its image. An image that is never shown above half size is stored halved. An enlarged image keeps full-resolution
 * chroma. A vector drawing is rasterised at the size at which it is shown. These decisions depend on the clip alone, so
 * that a frame does not depend on other uses of the file.
 */
export function createImagePool(
  backend: Pick<Backend, 'still'>,
  media: MediaFiles,
  open: OpenImage,
  detail: (clip: Clip, width: number, height: number) => number,
): ImagePool {
  // Insertion order is the order of use.
  const entries = new Map<string, Entry>();
  let bytes = 0;

  /** Determines how a clip's image is stored. Clips that can share a stored image have equal keys. */
  function storage(clip: Clip): { key: string; halvings: number; scale: number; fullChroma: boolean } {
    const { facts } = fileOf(clip, media);
    const covered = detail(clip, facts.width ?? 1, facts.height ?? 1);
    const isDrawing = facts.mimeType === drawingType;
    const halvings = isDrawing ? 0 : Math.floor(Math.log2(Math.max(1, covered)));
    const scale = isDrawing ? 1 / covered : 1;
    const fullChroma = !isDrawing && needsFullChroma(covered);
    return { key: `${clip.src} ${halvings} ${scale} ${fullChroma ? '4:4:4' : '4:2:0'}`, halvings, scale, fullChroma };
  }

  async function load(clip: Clip): Promise<Entry> {
    const { key, halvings, scale, fullChroma } = storage(clip);
    const image = await open(fileOf(clip, media), scale);
    const { width, height, pixelWidth, pixelHeight, hasAlpha } = image;
    const pixels = { data: image.rgba(), width: pixelWidth, height: pixelHeight, hasAlpha };
    const source = backend.still(pixels, `image ${key}`, { halvings, fullChroma });
    // Includes its halved copies.
    const bytes = 1.34 * source.bytes;
    return { source, width, height, bytes };
  }

  function forget(keep: ReadonlySet<string>): void {
    for (const [key, entry] of entries) {
      if (bytes <= budgetBytes) return;
      if (keep.has(key)) continue;
      entry.source.close();
      bytes -= entry.bytes;
      entries.delete(key);
    }
  }

  return {
    async prepare(clips) {
      const wanted = Map.groupBy(clips, (clip) => storage(clip).key);
      for (const [key, [first]] of wanted) {
        const known = entries.get(key);
        if (!first) continue;
        entries.delete(key);
        try {
          const entry = known ?? (await load(first));
          if (!known) bytes += entry.bytes;
          entries.set(key, entry);
        } catch (cause) {
          throw aboutClip(first, media, cause);
        }
      }
      forget(new Set(wanted.keys()));
    },
    surfaceOf(clip) {
      const entry = entries.get(storage(clip).key);
      if (entry) return entry;
      throw new FramemillError(
        'internal_error',
        `The image of clip ${clip.id} was drawn before it was loaded. Call prepare() with this clip first.`,
      );
    },
    close() {
      for (const entry of entries.values()) entry.source.close();
      entries.clear();
    },
  };
}
