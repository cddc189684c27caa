import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { LIMITS, OVERLAP_TOLERANCE_SEC } from '../document/limits.ts';
import { refuse } from '../errors/refuse.ts';
import { rateOf } from '../time/rate.ts';
import { checked } from './change-clip.ts';
import { cutClip } from './cut-clip.ts';
import { partOfFades } from './cut-fades.ts';
import { duckUnderParts } from './duck-under-parts.ts';
import { withoutInnerEdges } from './inner-edges.ts';
import type { ClipRange } from './stretches-in-clip.ts';

/**
 * Replaces a clip by the given ranges of it (in order, not overlapping), joined without gaps from its start.
 * Later clips of its track move up by the removed time. The first part keeps the id. Transition, fades and text
 * animations stay at the outer edges.
 */
export function keepRanges(
  document: Document,
  clip: Clip,
  ranges: readonly ClipRange[],
  newId: () => string,
): { document: Document; clipIds: string[]; removedSec: number } {
  const count = document.clips.length + ranges.length - 1;
  if (count > LIMITS.clips) {
    throw refuse(`The project would have ${count} clips; the limit is ${LIMITS.clips}. Remove some first.`);
  }
  const rate = rateOf(document.settings.fps);
  // Fades stay at the outer edges of the remaining parts.
  const [headSec, endSec] = [ranges[0]?.fromSec ?? 0, ranges.at(-1)?.toSec ?? clip.duration];
  const fades: typeof partOfFades = (whole, fromSec, toSec) =>
    partOfFades(whole, fromSec - headSec, toSec - headSec, endSec - headSec);
  let start = clip.start;
  const parts = ranges.map(({ fromSec, toSec }, place) => {
    const part: Clip = { ...cutClip(clip, fromSec, toSec, rate, fades), start, id: place > 0 ? newId() : clip.id };
    start += part.duration;
    return checked(withoutInnerEdges(part, place === 0, place === ranges.length - 1));
  });
  const oldEnd = clip.start + clip.duration;
  const removedSec = oldEnd - start;
  const clips = document.clips.flatMap((other) => {
    if (other.id === clip.id) return parts;
    const after = other.trackIndex === clip.trackIndex && other.start >= oldEnd - OVERLAP_TOLERANCE_SEC;
    return after ? [{ ...other, start: Math.max(0, other.start - removedSec) }] : [other];
  });
  const clipIds = parts.map((part) => part.id);
  return { document: { ...document, clips: duckUnderParts(clips, clip.id, clipIds) }, clipIds, removedSec };
}
