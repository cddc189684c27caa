import { type Clip, type Document, frameOf, type Rate, secondsOf } from '@framemill/timeline/rendering';
import type { MediaFiles } from '../media/media-files.ts';
import { clipsShown } from '../plan/needed-sources.ts';
import { maskClip } from '../scene/clip-painter.ts';

/**
 * Returns the document frame that is visible at `seconds`, not the nearest one. It has a small tolerance for times that
 * were computed from frames.
 */
export function frameAt(seconds: number, rate: Rate): number {
  const nearest = frameOf(seconds, rate);
  return secondsOf(nearest, rate) > seconds + 1e-4 ? nearest - 1 : nearest;
}

/** Returns clips for the image pool: those that show images in document frames [first, last], and image masks. */
export function imageClips(document: Document, media: MediaFiles, first: number, last: number): Clip[] {
  const shown = clipsShown(document, first, last);
  const masks = shown.filter((clip) => clip.mask?.shape === 'image').map(maskClip);
  return [...shown, ...masks].filter((clip) => media[clip.src]?.facts.kind === 'image');
}
