import type { Clip } from '../document/clip.ts';
import type { Rate } from '../time.ts';
import { cutClip, partOfFades } from './cut-clip.ts';

/**
 * Returns the part of a clip between two timeline times, as a clip with the id `id` at the same position. Image,
 * audio, motion and fades stay the same. The transition, and the entrance and exit animation of a text, are left out at
 * edges where the clip was cut.
 */
export function partOfClip(clip: Clip, fromSec: number, toSec: number, id: string, rate: Rate): Clip {
  const isFirst = fromSec <= clip.start;
  const isLast = toSec >= clip.start + clip.duration;
  // Use the clip's own length at its end: sums of decimals would deviate slightly.
  const [from, to] = [isFirst ? 0 : fromSec - clip.start, isLast ? clip.duration : toSec - clip.start];
  const part: Clip = { ...cutClip(clip, from, to, rate, partOfFades), id, start: isFirst ? clip.start : fromSec };
  return withoutInnerEdges(part, isFirst, isLast);
}

/**
 * Removes the transition and the text's entrance and exit animations from a clip's part, if they belong to an edge of
 * the whole clip that is not an edge of the part. `isFirst` and `isLast` state whether the part has the clip's start
 * and end.
 */
export function withoutInnerEdges(part: Clip, isFirst: boolean, isLast: boolean): Clip {
  const next: Clip = { ...part };
  const atEdge = part.transition?.edge === 'out' ? isLast : isFirst;
  if (!atEdge) delete next.transition;
  if (part.textStyle?.animation) {
    const animation = { ...part.textStyle.animation };
    if (!isFirst) delete animation.in;
    if (!isLast) delete animation.out;
    next.textStyle = { ...part.textStyle, animation };
  }
  return next;
}
