import type { Clip } from '../document/clip.ts';
import type { Rate } from '../time/rate.ts';
import { cutClip } from './cut-clip.ts';
import { partOfFades } from './cut-fades.ts';
import { withoutInnerEdges } from './inner-edges.ts';

/**
 * Cuts out the part of a clip between two times of the timeline, at its old place, under the id `id`.
 * Image, audio, motion and fades stay the same. The transition and the text's entrance and exit stay at the clip's
 * outer edges.
 */
export function partOfClip(clip: Clip, fromSec: number, toSec: number, id: string, rate: Rate): Clip {
  const isFirst = fromSec <= clip.start;
  const isLast = toSec >= clip.start + clip.duration;
  // Use the clip's own length at its end: sums of decimals would deviate slightly.
  const [from, to] = [isFirst ? 0 : fromSec - clip.start, isLast ? clip.duration : toSec - clip.start];
  const part: Clip = { ...cutClip(clip, from, to, rate, partOfFades), id, start: isFirst ? clip.start : fromSec };
  return withoutInnerEdges(part, isFirst, isLast);
}
