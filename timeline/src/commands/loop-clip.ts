import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { requireFrame } from '../command/require-frame.ts';
import type { Clip } from '../document/clip.ts';
import { positiveSeconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { findPlayingClip } from '../edit/playing-clip.ts';
import { relocateClip } from '../edit/relocate-clip.ts';
import { playedSec, sourceLengthSec, sourceRoom } from '../edit/source-room.ts';
import { withoutMediaLength } from '../edit/without-media-length.ts';
import { refuse } from '../errors/refuse.ts';
import { loopPeriodSec } from '../evaluate/source-time.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { ClipIdParam } from './params.ts';

export const loopClip = defineCommand({
  op: 'loopClip',
  description:
    'Repeats what a clip plays until it lasts as long as asked for. Of a clip that is longer than its source, all that is left of the source is repeated. A clip that loops already goes on with its loop.',
  keywords: { loop: {}, repeat: {}, boomerang: {} },
  params: { clipId: ClipIdParam, duration: positiveSeconds('How long it is to last.') },
  returns: {
    periodSec: positiveSeconds('Length of source that is repeated.'),
    trackIndex: Type.Optional(trackId('Id of the track that it lies on.')),
  },
  examples: [
    { title: 'Music under a longer cut', params: { clipId: 'music-1', duration: 25 }, gives: { periodSec: 10 } },
    {
      title: 'The last shot over and over',
      params: { clipId: 'clip-2', duration: 12 },
      gives: { periodSec: 5, trackIndex: 0 },
    },
  ],
  run: (document, params, context) => {
    const { clip } = findPlayingClip(document, params.clipId);
    requireFrame(document, params.duration);
    const onceSec = Math.min(clip.duration, onceThroughSec(clip, context.media));
    if (!clip.loop && params.duration <= onceSec) {
      const what = onceSec < clip.duration ? `the ${onceSec} s of its source` : `the clip's ${clip.duration} s`;
      throw refuse(`duration must be more than ${what} (got ${params.duration}). Use trimClip to shorten it.`);
    }
    const { loopOffset: _, ...once } = withoutMediaLength(clip);
    const looping = clip.loop
      ? withoutMediaLength(clip)
      : { ...once, loop: true, mediaDuration: clip.mediaStart + repeatedSec(clip, context.media) };
    const { document: changed, data } = relocateClip(
      document,
      clip,
      { ...looping, duration: params.duration },
      undefined,
    );
    return { document: changed, data: { ...data, periodSec: loopPeriodSec(looping) } };
  },
});

/** Returns how long the clip can last before its source ends. Timeline seconds; infinite when reversed. */
function onceThroughSec(clip: Clip, media: MediaLookup): number {
  const { tailSec } = sourceRoom({ ...clip, duration: 0 }, media);
  return clip.reverse ? Number.POSITIVE_INFINITY : tailSec;
}

/** Returns the source time that the clip plays, without the frozen part after the end of its source. Seconds. */
function repeatedSec(clip: Clip, media: MediaLookup): number {
  const leftSec = sourceLengthSec(clip, media) - clip.mediaStart;
  return leftSec > 0 ? Math.min(playedSec(clip), leftSec) : playedSec(clip);
}
