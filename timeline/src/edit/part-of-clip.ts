import type { Clip } from '../document/clip.ts';
import type { Rate } from '../time/rate.ts';
import { cutClip } from './cut-clip.ts';
import { partOfFades } from './cut-fades.ts';
import { withoutInnerEdges } from './inner-edges.ts';

/**
 * The part of a clip between two moments of the timeline, left where it was, under `id`. Picture, sound and motion are
 * the same as before, fades too; the transition, entrance and exit stay at the clip's outer edges.
 */
export function partOfClip(clip: Clip, fromSec: number, toSec: number, id: string, rate: Rate): Clip {
  const isFirst = fromSec <= clip.start;
  const isLast = toSec >= clip.start + clip.duration;
  // Cut by the clip's own length at its end: sums of decimals would be a hair off.
  const [from, to] = [isFirst ? 0 : fromSec - clip.start, isLast ? clip.duration : toSec - clip.start];
  const part: Clip = { ...cutClip(clip, from, to, rate, partOfFades), id, start: isFirst ? clip.start : fromSec };
  return withoutInnerEdges(part, isFirst, isLast);
}
