import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { numberIn } from '../document/scalars.ts';
import { checked } from '../edit/change-clip.ts';
import { clampOffset, type OffsetLimits } from '../edit/clamp-offset.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { endLimits, startLimits, withEndMoved, withStartMoved } from '../edit/move-cut.ts';
import { type Neighbours, neighboursOf } from '../edit/neighbours.ts';
import { withFixes } from '../edit/with-fixes.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { rateOf } from '../time/rate.ts';
import { ClipIdParam } from './params.ts';

export const slideClip = defineCommand({
  op: 'slideClip',
  description:
    'Moves a clip between its neighbours without changing it: those that touch it get longer and shorter instead. It stops where one would vanish, its source ends, or the next clip lies.',
  keywords: { 'slide edit': {} },
  params: {
    clipId: ClipIdParam,
    offset: numberIn(-LIMITS.seconds, LIMITS.seconds, 'How far to move it; negative is earlier. Seconds.'),
  },
  returns: { offset: numberIn(-LIMITS.seconds, LIMITS.seconds, 'How far it was moved. Seconds.') },
  examples: [{ title: 'Half a second later', params: { clipId: 'clip-2', offset: 0.5 }, gives: { offset: 0.5 } }],
  run: (document, params, context) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    const neighbours = neighboursOf(document, clip);
    const rate = rateOf(document.settings.fps);
    const limits = slideLimits(document, clip, neighbours, context.media);
    const { offsetSec, fixes } = clampOffset(
      params.offset,
      limits,
      'the neighbouring clips and their sources do not extend further',
    );
    let clips = document.clips.with(index, checked({ ...clip, start: Math.max(0, clip.start + offsetSec) }));
    const { before, after, touchesBefore, touchesAfter } = neighbours;
    if (before && touchesBefore) {
      clips = clips.with(document.clips.indexOf(before), checked(withEndMoved(before, offsetSec, rate)));
    }
    if (after && touchesAfter) {
      clips = clips.with(document.clips.indexOf(after), checked(withStartMoved(after, offsetSec, rate)));
    }
    return { document: { ...document, clips }, data: withFixes({ offset: offsetSec }, fixes) };
  },
});

/**
 * Returns the range of offsets for sliding a clip. Without a touching neighbour, the free time up to the next clip is
 * the limit.
 */
function slideLimits(document: Document, clip: Clip, neighbours: Neighbours, media: MediaLookup): OffsetLimits {
  const { before, after, touchesBefore, touchesAfter } = neighbours;
  const rate = rateOf(document.settings.fps);
  const left: OffsetLimits =
    before && touchesBefore
      ? endLimits(before, media, rate)
      : { minSec: (before ? before.start + before.duration : 0) - clip.start, maxSec: Number.POSITIVE_INFINITY };
  const right: OffsetLimits =
    after && touchesAfter
      ? startLimits(after, media, rate)
      : {
          minSec: Number.NEGATIVE_INFINITY,
          maxSec: after ? after.start - (clip.start + clip.duration) : Number.POSITIVE_INFINITY,
        };
  return { minSec: Math.max(left.minSec, right.minSec), maxSec: Math.min(left.maxSec, right.maxSec) };
}
