import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { checked } from './change-clip.ts';
import { cutClip } from './cut-clip.ts';
import { OVERLAP_TOLERANCE_SEC } from './place-clip.ts';
import { refuse } from './refuse.ts';
import type { ClipRange } from './stretches-in-clip.ts';

/**
 * Keeps ranges of a clip (in order, apart) as clips one after the other from where it starts; later clips of its track
 * move up by what went. The first keeps the id, the fade in and the transition; the last the fade out.
 */
export function keepRanges(
  document: Document,
  clip: Clip,
  ranges: readonly ClipRange[],
  newId: () => string,
): { document: Document; clipIds: string[]; removedSec: number } {
  const count = document.clips.length + ranges.length - 1;
  if (count > LIMITS.clips) {
    throw refuse(`The project would have ${count} clips; there may be ${LIMITS.clips}. Remove some first.`);
  }
  let start = clip.start;
  const parts = ranges.map(({ fromSec, toSec }, place) => {
    const part: Clip = { ...cutClip(clip, fromSec, toSec), start };
    start += part.duration;
    if (place > 0) {
      part.id = newId();
      part.fadeIn = 0;
      if (clip.transition?.edge !== 'out') delete part.transition;
    }
    if (place < ranges.length - 1) {
      part.fadeOut = 0;
      if (clip.transition?.edge === 'out') delete part.transition;
    }
    return checked(part);
  });
  const oldEnd = clip.start + clip.duration;
  const removedSec = oldEnd - start;
  const clips = document.clips.flatMap((other) => {
    if (other.id === clip.id) return parts;
    const after = other.trackIndex === clip.trackIndex && other.start >= oldEnd - OVERLAP_TOLERANCE_SEC;
    return after ? [{ ...other, start: Math.max(0, other.start - removedSec) }] : [other];
  });
  return { document: { ...document, clips }, clipIds: parts.map((part) => part.id), removedSec };
}
