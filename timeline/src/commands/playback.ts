import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { requireFrame } from '../command/requirements.ts';
import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { id, positiveSeconds, seconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { withClip } from '../edit/change-clip.ts';
import { replaceByParts } from '../edit/clip-parts.ts';
import { findPlayingClip } from '../edit/find-clip.ts';
import { refuseWhenFull } from '../edit/insert-clip.ts';
import { partOfClip } from '../edit/part-of-clip.ts';
import { relocateClip } from '../edit/place-clip.ts';
import { playedSec, sourceLengthSec, sourceRoom, withoutMediaLength } from '../edit/source-room.ts';
import { refuse } from '../errors/framemill-error.ts';
import { keyframedValue } from '../evaluate/animated-value.ts';
import { loopPeriodSec, sourceTime } from '../evaluate/source-time.ts';
import type { MediaLookup } from '../media/media-facts.ts';
import { clipSpan, frameOf, type Rate, rateOf, secondsOf } from '../time.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

export const reverseClip = defineCommand({
  op: 'reverseClip',
  description: 'Plays the stretch of source that a clip shows backwards, picture and sound, or forwards again.',
  keywords: { reverse: {}, backwards: {}, rewind: {} },
  params: {
    clipId: ClipIdParam,
    reverse: Type.Optional(Type.Boolean({ description: 'False: forwards again; true when absent.' })),
  },
  returns: {},
  examples: [{ title: 'Backwards', params: { clipId: 'clip-2' } }],
  run: (document, params) => {
    const { clip, index } = findPlayingClip(document, params.clipId);
    return { document: withClip(document, index, { ...clip, reverse: params.reverse ?? true }) };
  },
});

export const loopClip = defineCommand({
  op: 'loopClip',
  description:
    'Repeats what a clip plays until it lasts as long as asked for. Of a clip that is longer than its source, ' +
    'all that is left of the source is repeated. A clip that loops already goes on with its loop.',
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

/**
 * Returns the time, in seconds of the timeline, that a clip can play before its source ends; infinite when reversed.
 */
function onceThroughSec(clip: Clip, media: MediaLookup): number {
  const { tailSec } = sourceRoom({ ...clip, duration: 0 }, media);
  return clip.reverse ? Number.POSITIVE_INFINITY : tailSec;
}

/** Returns how many seconds of its source a clip plays. A frozen frame after the end of the source does not count. */
function repeatedSec(clip: Clip, media: MediaLookup): number {
  const leftSec = sourceLengthSec(clip, media) - clip.mediaStart;
  return leftSec > 0 ? Math.min(playedSec(clip), leftSec) : playedSec(clip);
}

/** Default duration of a freeze frame, in seconds. */
const USUAL_SEC = 2;

export const freezeFrame = defineCommand({
  op: 'freezeFrame',
  description:
    'Lets the picture stand still at a moment, then go on: the clip is cut there, a still of that frame put in, ' +
    'and what follows on the track moves later.',
  keywords: { freeze: {}, 'still frame': {}, 'hold frame': {}, 'pause the picture': {} },
  params: {
    clipId: ClipIdParam,
    at: seconds('Which moment, on the timeline, in the clip; its end takes the last frame.'),
    duration: Type.Optional(positiveSeconds('How long it stands still; 2 when absent.')),
  },
  returns: {
    clipIds: Type.Array(id('A part.'), {
      description: 'What comes before, the still, what comes after; no empty ones.',
    }),
    stillClipId: id('The still.'),
  },
  examples: [
    { title: 'Stop for a second', params: { clipId: 'clip-1', at: 2, duration: 1 } },
    { title: 'Hold the last frame', params: { clipId: 'clip-2', at: 10 } },
  ],
  run: (document, params, context) => {
    const { clip } = findPlayingClip(document, params.clipId);
    if (clip.type !== 'video' && clip.type !== 'composition') {
      throw refuse(
        `Clip "${clip.id}" is of type ${clip.type}, which has no video. Choose a video or composition clip.`,
      );
    }
    const end = clip.start + clip.duration;
    const rate = rateOf(document.settings.fps);
    const [startFrame, atFrame, endFrame] = [clip.start, params.at, end].map((sec) => frameOf(sec, rate));
    if (startFrame === undefined || atFrame === undefined || endFrame === undefined) return { document };
    if (atFrame < startFrame || atFrame > endFrame) {
      throw refuse(`at must be within the clip, ${clip.start} to ${end} s (got ${params.at}).`);
    }
    const duration = params.duration ?? USUAL_SEC;
    requireFrame(document, duration);
    const hasLeft = atFrame > startFrame;
    const hasRight = atFrame < endFrame;
    refuseWhenFull(document, hasLeft && hasRight ? 2 : 1);
    const at = !hasLeft ? clip.start : hasRight ? params.at : end;
    const still = { ...stillOfClip(clip, at, rate, context.newId('clip')), start: at, duration };
    const left = hasLeft ? [partOfClip(clip, clip.start, at, clip.id, rate)] : [];
    const rightId = hasLeft && hasRight ? context.newId('clip') : clip.id;
    const right = hasRight ? [partOfClip(clip, at, end, rightId, rate)] : [];
    // The transition stays at the outer edge, which may now belong to the still.
    const [transition, other] = [clip.transition, clip.transition?.edge === 'out' ? hasRight : hasLeft];
    if (transition && !other) {
      still.transition = transition;
      for (const part of [...left, ...right]) delete part.transition;
    }
    const parts = [...left, still, ...right.map((part) => ({ ...part, start: at + duration }))];
    return {
      document: replaceByParts(document, clip, parts, duration),
      data: { clipIds: parts.map((part) => part.id), stillClipId: still.id },
    };
  },
});

/**
 * Creates a clip, without audio, that shows one frame of a clip: the frame at a time of the timeline, or the last frame
 * at the clip's end. Motion is frozen too: each animated property gets one keyframe. Start and duration are those of
 * `clip`.
 */
function stillOfClip(clip: Clip, atSec: number, rate: Rate, id: string): Clip {
  const { startFrame, endFrame } = clipSpan(clip, rate);
  const localFrame = Math.min(endFrame - startFrame - 1, Math.max(0, frameOf(atSec, rate) - startFrame));
  const localSec = secondsOf(localFrame, rate);
  const sourceAt = sourceTime(clip, secondsOf(endFrame - startFrame, rate), secondsOf(1, rate));
  const { transition: _, kfSpeed: _ramp, durationFrom: _word, ...rest } = clip;
  const still: Clip = { ...rest, id, freezeAt: sourceAt(localSec), muted: true, fadeIn: 0, fadeOut: 0 };
  for (const prop of KEYFRAMABLE_PROPS) {
    const { field } = KEYFRAMABLE[prop];
    const keyframes = still[field];
    if (keyframes && keyframes.length > 0) still[field] = [{ time: 0, value: valueAt(keyframes, prop, localSec) }];
  }
  return still;
}

/** Returns the value of keyframes at a time, limited to the property's range, because an easing may overshoot it. */
function valueAt(keyframes: Parameters<typeof keyframedValue>[0], prop: keyof typeof KEYFRAMABLE, sec: number): number {
  const { minimum, maximum } = KEYFRAMABLE[prop];
  return Math.min(maximum, Math.max(minimum, keyframedValue(keyframes).at(sec)));
}
