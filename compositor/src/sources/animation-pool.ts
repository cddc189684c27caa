import type { Clip } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/rendering';
import type { AnimationDrawing } from '../animation/animation-drawing.ts';
import type { Backend } from '../graph/backend.ts';
import type { Texture } from '../graph/drawable.ts';
import { aboutClip, fileOf, type MediaFile, type MediaFiles } from '../media/media-files.ts';

/** Image of an animation and the size at which it is displayed. */
export interface AnimationSurface {
  source: Texture;
  width: number;
  height: number;
}

/** Function that opens an animation for drawing at `scale` times its size, with the values of a clip's slots. */
export type OpenAnimation = (file: MediaFile, scale: number, slots: Clip['slots']) => Promise<AnimationDrawing>;

/** Opened animations, each at the sizes at which clips show it. They are drawn when a frame needs them. */
export interface AnimationPool {
  /** Opens the animations of `clips` that are not open. Throws `FramemillError` naming the clip. */
  prepare(clips: readonly Clip[]): Promise<void>;
  /** Draws the image of a prepared clip at `sourceSec`. Valid until `endFrame`. */
  surfaceOf(clip: Clip, sourceSec: number): AnimationSurface;
  /** Frees the images of clips that were not drawn since the last call. */
  endFrame(): void;
  close(): void;
}

interface Shown {
  version: string;
  source: Texture;
  used: boolean;
}

/** Maximum number of pixels of the open animations that no clip of the present frames shows. */
const MOST_IDLE_PIXELS = 4096 * 4096;

/**
 * Creates an empty pool. `detail` returns the number of animation pixels per output pixel at the largest size of a
 * clip: an animation is drawn at the size at which it is shown, whatever other clips show of it.
 */
export function createAnimationPool(
  backend: Pick<Backend, 'still'>,
  media: MediaFiles,
  open: OpenAnimation,
  detail: (clip: Clip, width: number, height: number) => number,
): AnimationPool {
  // Insertion order is the order of use.
  const drawings = new Map<string, AnimationDrawing>();
  const shown = new Map<string, Shown>();
  let retired: Texture[] = [];

  function placeOf(clip: Clip): { key: string; scale: number } {
    const { facts } = fileOf(clip, media);
    const scale = 1 / detail(clip, facts.width ?? 1, facts.height ?? 1);
    const slots = Object.entries(clip.slots ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
    return { key: JSON.stringify([facts.sha256, scale, slots]), scale };
  }

  function closeIdle(wanted: ReadonlySet<string>): void {
    const idle = [...drawings].filter(([key]) => !wanted.has(key));
    let pixels = idle.reduce((sum, [, drawing]) => sum + drawing.pixels.width * drawing.pixels.height, 0);
    for (const [key, drawing] of idle) {
      if (pixels <= MOST_IDLE_PIXELS) return;
      pixels -= drawing.pixels.width * drawing.pixels.height;
      drawing.close();
      drawings.delete(key);
    }
  }

  return {
    async prepare(clips) {
      const wanted = new Set<string>();
      for (const clip of clips) {
        const { key, scale } = placeOf(clip);
        wanted.add(key);
        const known = drawings.get(key);
        drawings.delete(key);
        try {
          drawings.set(key, known ?? (await open(fileOf(clip, media), scale, clip.slots)));
        } catch (cause) {
          throw aboutClip(clip, media, cause);
        }
      }
      closeIdle(wanted);
    },
    surfaceOf(clip, sourceSec) {
      const { key } = placeOf(clip);
      const drawing = drawings.get(key);
      if (!drawing) {
        throw new FramemillError(
          'internal_error',
          `The animation of clip ${clip.id} was drawn before it was opened. Call prepare() with this clip first.`,
        );
      }
      const { width, height, pixels } = drawing;
      const position = drawing.positionAt(sourceSec);
      const version = `animation ${key} ${position}`;
      const before = shown.get(clip.id);
      if (before?.version === version) {
        before.used = true;
        return { source: before.source, width, height };
      }
      if (before) retired.push(before.source);
      const source = backend.still({ data: drawing.rgba(position), ...pixels, hasAlpha: true }, version);
      shown.set(clip.id, { version, source, used: true });
      return { source, width, height };
    },
    endFrame() {
      for (const source of retired) source.close();
      retired = [];
      for (const [id, one] of shown) {
        if (!one.used) {
          one.source.close();
          shown.delete(id);
        }
        one.used = false;
      }
    },
    close() {
      this.endFrame();
      for (const { source } of shown.values()) source.close();
      shown.clear();
      for (const drawing of drawings.values()) drawing.close();
      drawings.clear();
    },
  };
}
