import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { numberIn, oneOf, seconds } from '../document/scalars.ts';
import { checked, withClip } from '../edit/change-clip.ts';
import { cutClip } from '../edit/cut-clip.ts';
import { findEditableClip, findPlayingClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { playedSec, sourceLengthSec, sourceRoom, withoutMediaLength } from '../edit/source-room.ts';
import { refuse } from '../errors/framemill-error.ts';
import { loopPeriodSec } from '../evaluate/source-time.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { type Rate, rateOf, secondsOf } from '../time.ts';
import { ClipIdParam } from './params.ts';

export const rollEdit = defineCommand({
  op: 'rollEdit',
  description:
    'Moves the cut between a clip and its neighbour: one gets longer as the other gets shorter, and nothing else ' +
    'moves. It stops where a source ends.',
  keywords: { 'rolling edit': {}, 'move the cut': {} },
  params: {
    clipId: ClipIdParam,
    edge: oneOf(['start', 'end'], 'Which edge of the clip the cut is.'),
    offset: numberIn(-LIMITS.seconds, LIMITS.seconds, 'How far to move the cut; negative is earlier. Seconds.'),
  },
  returns: { offset: numberIn(-LIMITS.seconds, LIMITS.seconds, 'How far the cut was moved. Seconds.') },
  examples: [
    { title: 'Cut a second later', params: { clipId: 'clip-1', edge: 'end', offset: 1 }, gives: { offset: 1 } },
    {
      title: 'The same cut, earlier',
      params: { clipId: 'clip-2', edge: 'start', offset: -0.5 },
      gives: { offset: -0.5 },
    },
  ],
  run: (document, params, context) => {
    const { clip } = findEditableClip(document, params.clipId);
    const { before, after, touchesBefore, touchesAfter } = neighboursOf(document, clip);
    const left = params.edge === 'start' ? before : clip;
    const right = params.edge === 'start' ? clip : after;
    if (!left || !right || !(params.edge === 'start' ? touchesBefore : touchesAfter)) {
      throw refuse(`No clip touches the ${params.edge} of clip "${clip.id}". Use trimClip to move its edge alone.`);
    }
    const rate = rateOf(document.settings.fps);
    const leftLimits = endLimits(left, context.media, rate);
    const rightLimits = startLimits(right, context.media, rate);
    const { offsetSec, fixes } = clampOffset(
      params.offset,
      {
        minSec: Math.max(leftLimits.minSec, rightLimits.minSec),
        maxSec: Math.min(leftLimits.maxSec, rightLimits.maxSec),
      },
      'each clip must keep at least one frame and must stay within its source',
    );
    const clips = document.clips
      .with(document.clips.indexOf(left), checked(withEndMoved(left, offsetSec, rate)))
      .with(document.clips.indexOf(right), checked(withStartMoved(right, offsetSec, rate)));
    return { document: { ...document, clips }, data: withFixes({ offset: offsetSec }, fixes) };
  },
});

export const slideClip = defineCommand({
  op: 'slideClip',
  description:
    'Moves a clip between its neighbours without changing it: those that touch it get longer and shorter ' +
    'instead. It stops where one would vanish, its source ends, or the next clip lies.',
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
 * Returns the range of offsets by which a clip can slide between its neighbours. Where no neighbour touches the clip,
 * the free time up to the next clip is the limit.
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

/** Moves the end of a clip by `offsetSec` seconds. Its start does not move. */
function withEndMoved(clip: Clip, offsetSec: number, rate: Rate): Clip {
  return { ...cutClip(clip, 0, clip.duration + offsetSec, rate), start: clip.start };
}

/**
 * Moves the start of a clip by `offsetSec` seconds. Its end does not move, and neither do its images on the timeline.
 */
function withStartMoved(clip: Clip, offsetSec: number, rate: Rate): Clip {
  return { ...cutClip(clip, offsetSec, clip.duration, rate), start: Math.max(0, clip.start + offsetSec) };
}

/**
 * Returns the offsets by which a clip's end can move: at least one frame must remain, and the source must be long
 * enough.
 */
function endLimits(clip: Clip, media: MediaLookup, rate: Rate): OffsetLimits {
  return { minSec: -spareSec(clip, rate), maxSec: sourceRoom(clip, media).tailSec };
}

/**
 * Returns the offsets by which a clip's start can move: one frame must remain, and the source must begin early enough.
 */
function startLimits(clip: Clip, media: MediaLookup, rate: Rate): OffsetLimits {
  return { minSec: -Math.min(clip.start, sourceRoom(clip, media).headSec), maxSec: spareSec(clip, rate) };
}

function spareSec(clip: Clip, rate: Rate): number {
  return Math.max(0, clip.duration - secondsOf(1, rate));
}

/** Range of offsets, in seconds: `minSec` <= 0 <= `maxSec`. */
interface OffsetLimits {
  minSec: number;
  maxSec: number;
}

/**
 * Limits an offset to its range and reports the change as a fix. Throws `invalid_request` when the offset is 0 or the
 * range does not allow that direction. `because` is the reason at the end of the message "It was moved by x s instead
 * of y: ...".
 */
function clampOffset(
  offsetSec: number,
  { minSec, maxSec }: OffsetLimits,
  because: string,
): { offsetSec: number; fixes: string[] } {
  if (offsetSec === 0) throw refuse('offset must not be 0: nothing would change. Give seconds, negative for earlier.');
  const clamped = Math.min(maxSec, Math.max(minSec, offsetSec));
  if (Math.abs(clamped) < 1e-6)
    throw refuse(`offset ${offsetSec} is not possible: ${because}. Choose the other direction.`);
  const fixes = clamped === offsetSec ? [] : [`It was moved by ${clamped} s instead of ${offsetSec}: ${because}.`];
  return { offsetSec: clamped, fixes };
}

/** Previous and next clip on the track of a clip, and whether they touch that clip (at most one frame apart). */
interface Neighbours {
  before: Clip | null;
  after: Clip | null;
  touchesBefore: boolean;
  touchesAfter: boolean;
}

/** Finds the neighbours of a clip on its track. */
function neighboursOf(document: Document, clip: Clip): Neighbours {
  let before: Clip | null = null;
  let after: Clip | null = null;
  for (const other of document.clips) {
    if (other.trackIndex !== clip.trackIndex || other === clip) continue;
    if (other.start < clip.start) before = !before || other.start > before.start ? other : before;
    else after = !after || other.start < after.start ? other : after;
  }
  const { num, den } = rateOf(document.settings.fps);
  const frameSec = den / num + 1e-6;
  return {
    before,
    after,
    touchesBefore: before !== null && clip.start - (before.start + before.duration) <= frameSec,
    touchesAfter: after !== null && after.start - (clip.start + clip.duration) <= frameSec,
  };
}
