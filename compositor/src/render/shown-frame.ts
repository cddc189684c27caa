import type { Clip, Document } from '@framemill/timeline/rendering';
import type { MediaFiles } from '../media/media-files.ts';
import { clipsShown } from '../plan/needed-sources.ts';
import { maskClip } from '../scene/clip-painter.ts';

/**
 * Returns clips for the image pool: those that show images in document frames [first, last], also inside compositions,
 * and image masks.
 */
export function imageClips(document: Document, media: MediaFiles, first: number, last: number): Clip[] {
  const shown = clipsShown(document, first, last);
  const masks = shown.filter((clip) => clip.mask?.shape === 'image').map(maskClip);
  return [...shown, ...masks].filter((clip) => media[clip.src]?.facts.kind === 'image');
}

/** Returns the clips that show animations in document frames [first, last]. */
export function animationClips(document: Document, media: MediaFiles, first: number, last: number): Clip[] {
  return clipsShown(document, first, last).filter((clip) => media[clip.src]?.facts.kind === 'animation');
}
