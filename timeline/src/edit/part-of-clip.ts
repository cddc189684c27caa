import type { Clip } from '../document/clip.ts';
import { cutClip } from './cut-clip.ts';

/**
 * The part of a clip between two moments of the timeline, left where it was, under `id`. Picture, sound and motion are
 * the same as before; fades and the transition stay at the clip's outer edges.
 */
export function partOfClip(clip: Clip, fromSec: number, toSec: number, id: string): Clip {
  const end = clip.start + clip.duration;
  const isFirst = fromSec <= clip.start;
  const isLast = toSec >= end;
  // Cut by the clip's own length at its end: sums of decimals would be a hair off.
  const part: Clip = {
    ...cutClip(clip, isFirst ? 0 : fromSec - clip.start, isLast ? clip.duration : toSec - clip.start),
    id,
    start: isFirst ? clip.start : fromSec,
  };
  if (!isFirst) part.fadeIn = 0;
  if (!isLast) part.fadeOut = 0;
  const atEdge = clip.transition?.edge === 'out' ? isLast : isFirst;
  if (!atEdge) delete part.transition;
  return part;
}
