import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { numberIn, seconds } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { clampOffset } from '../edit/clamp-offset.ts';
import { findPlayingClip } from '../edit/playing-clip.ts';
import { playedSec, sourceLengthSec } from '../edit/source-room.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { withoutMediaLength } from '../edit/without-media-length.ts';
import { loopPeriodSec } from '../evaluate/source-time.ts';
import { ClipIdParam } from './params.ts';

export const slipClip = defineCommand({
  op: 'slipClip',
  description: 'Shows another stretch of the source in the same place. It stops at the ends of the source.',
  keywords: { slip: {} },
  params: {
    clipId: ClipIdParam,
    offset: numberIn(-LIMITS.seconds, LIMITS.seconds, 'How far to move in the source; positive is later. Seconds.'),
  },
  returns: {
    mediaStart: seconds('In-point in the source now.'),
    offset: numberIn(-LIMITS.seconds, LIMITS.seconds, 'How far it was moved in the source. Seconds.'),
  },
  examples: [
    { title: 'A second later in the take', params: { clipId: 'clip-1', offset: 1 }, gives: { mediaStart: 1 } },
    { title: 'No further than the source reaches', params: { clipId: 'clip-2', offset: 9 }, gives: { mediaStart: 7 } },
  ],
  run: (document, params, context) => {
    const { clip, index } = findPlayingClip(document, params.clipId);
    const needed = clip.loop ? loopPeriodSec(clip) : playedSec(clip);
    const spare = Math.max(0, sourceLengthSec(clip, context.media) - clip.mediaStart - needed);
    const limits = { minSec: -clip.mediaStart, maxSec: spare };
    const { offsetSec, fixes } = clampOffset(params.offset, limits, 'the source does not extend further');
    const mediaStart = Math.max(0, clip.mediaStart + offsetSec);
    // A loop repeats the source from the in-point to `mediaDuration`. Both move, so that its length stays the same.
    const plain = offsetSec === 0 ? clip : withoutMediaLength(clip);
    const next = clip.loop ? { ...plain, mediaStart, mediaDuration: mediaStart + needed } : { ...plain, mediaStart };
    return {
      document: withClip(document, index, next),
      data: withFixes({ mediaStart, offset: offsetSec }, fixes),
    };
  },
});
