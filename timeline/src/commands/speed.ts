import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { isUnderFrame } from '../command/requirements.ts';
import { type Clip, ClipSchema } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { CLOSED, numberIn, oneOf, positiveSeconds, seconds } from '../document/scalars.ts';
import { trackId } from '../document/track.ts';
import { checked, withClip } from '../edit/change-clip.ts';
import { replaceByParts } from '../edit/clip-parts.ts';
import { findPlayingClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { relocateClip } from '../edit/place-clip.ts';
import { playedSec, sourceLengthSec, withoutMediaLength } from '../edit/source-room.ts';
import { refuse } from '../errors/framemill-error.ts';
import { keyframedValue } from '../evaluate/animated-value.ts';
import { speedOf } from '../evaluate/source-time.ts';
import { rateOf, secondsOf } from '../time.ts';
import { KEYFRAMABLE_PROPS, SPEED_RAMPS, type SpeedRamp } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

const { speed, preservePitch } = ClipSchema.properties;

export const setSpeed = defineCommand({
  op: 'setSpeed',
  description:
    'Plays a clip faster or slower. It shows the same stretch of its source, so it gets shorter or longer, and ' +
    'its keyframes stay with the picture. A loop keeps its length.',
  keywords: {
    speed: {},
    'slow motion': { speed: 0.5 },
    'slow down': { speed: 0.5 },
    'speed up': { speed: 2 },
    'fast forward': { speed: 2 },
    'time lapse': { speed: 8 },
    hyperlapse: { speed: 8 },
  },
  params: {
    clipId: ClipIdParam,
    speed,
    preservePitch,
    ripple: Type.Optional(
      Type.Boolean({ description: 'True: later clips of the track follow its end; else it finds room for itself.' }),
    ),
  },
  returns: {
    duration: positiveSeconds('How long it lasts now.'),
    trackIndex: Type.Optional(trackId('Id of the track that it lies on.')),
  },
  examples: [
    {
      title: 'Twice as fast, closing up',
      params: { clipId: 'clip-1', speed: 2, ripple: true },
      gives: { duration: 2.5 },
    },
    {
      title: 'Music a little slower',
      params: { clipId: 'music-1', speed: 0.8, preservePitch: true },
      gives: { duration: 12.5 },
    },
  ],
  run: (document, params) => {
    const { clip } = findPlayingClip(document, params.clipId);
    const retimed = atSpeed(clip, params.speed);
    const frameSec = secondsOf(1, rateOf(document.settings.fps));
    if (isUnderFrame(document, retimed.duration)) {
      throw refuse(
        `speed ${params.speed} would leave ${retimed.duration} s of the clip, less than a frame. Use ` +
          `${(params.speed * retimed.duration) / frameSec} or less.`,
      );
    }
    const next = params.preservePitch === undefined ? retimed : { ...retimed, preservePitch: params.preservePitch };
    const fixes = clip.kfSpeed?.length ? ['Its speed ramp was replaced by the one speed.'] : [];
    const { duration } = next;
    if (params.ripple) {
      const changed = replaceByParts(document, clip, [checked(next)], duration - clip.duration);
      return { document: changed, data: withFixes({ duration }, fixes) };
    }
    const { document: changed, data = {} } = relocateClip(document, clip, next, undefined);
    const placed = Array.isArray(data.fixes) ? data.fixes.map(String) : [];
    return { document: changed, data: withFixes({ ...data, duration }, [...fixes, ...placed]) };
  },
});

/**
 * Sets a constant speed and removes a speed ramp. The clip plays the same range of its source, so that its duration
 * changes; a looping clip keeps its duration. Keyframes stay at their time in the source. Fades keep their length where
 * they fit.
 */
function atSpeed(clip: Clip, speed: number): Clip {
  const before = speedOf(clip);
  const playedSec = before.areaTo(clip.duration);
  const { kfSpeed: _, ...steady } = clip;
  if (clip.loop) return { ...withoutMediaLength(steady), speed };
  const duration = playedSec / speed;
  const share = Math.min(1, duration / (clip.fadeIn + clip.fadeOut || 1));
  const retimed: Clip = {
    ...steady,
    speed,
    duration,
    fadeIn: clip.fadeIn * share,
    fadeOut: clip.fadeOut * share,
  };
  for (const prop of KEYFRAMABLE_PROPS) {
    const { field } = KEYFRAMABLE[prop];
    const keyframes = retimed[field];
    if (!keyframes || keyframes.length === 0) continue;
    retimed[field] = keyframes.map((keyframe) => ({ ...keyframe, time: before.areaTo(keyframe.time) / speed }));
  }
  return retimed;
}

const PointSchema = Type.Object(
  { time: seconds('Relative to the start of the clip.'), speed: ClipSchema.properties.speed },
  { ...CLOSED, description: 'A speed at a moment.' },
);

export const setSpeedRamp = defineCommand({
  op: 'setSpeedRamp',
  description:
    'Lets the speed of a clip change while it plays. The clip keeps its length; its source passes as fast as the ' +
    'points say. A preset is fitted to the stretch of source that the clip shows.',
  keywords: { 'speed ramp': {}, 'time remap': {}, 'velocity edit': {}, 'bullet time': { preset: 'bullet' } },
  params: {
    clipId: ClipIdParam,
    points: Type.Optional(
      Type.Array(PointSchema, {
        minItems: 2,
        maxItems: 1_000,
        description: 'Speeds; straight lines lie between them.',
      }),
    ),
    preset: Type.Optional(oneOf(SPEED_RAMPS, 'A ramp by name.')),
  },
  returns: { sourceSec: numberIn(0, 1e7, 'How much of the source the clip plays through now. Seconds.') },
  examples: [
    {
      title: 'From slow to fast',
      params: {
        clipId: 'clip-1',
        points: [
          { time: 0, speed: 0.5 },
          { time: 5, speed: 2 },
        ],
      },
      gives: { sourceSec: 6.25 },
    },
    { title: 'Slow in the middle', params: { clipId: 'clip-1', preset: 'bullet' } },
  ],
  run: (document, params, context) => {
    const { clip, index } = findPlayingClip(document, params.clipId);
    if ((params.points === undefined) === (params.preset === undefined)) {
      throw refuse(
        `setSpeedRamp needs either points or preset (got ${params.preset ? 'both' : 'neither'}). Give one of them.`,
      );
    }
    const kfSpeed = params.preset
      ? rampKeyframes(params.preset, clip.duration, playedSec(clip))
      : keyframesOf(params.points ?? [], clip.duration);
    const sourceSec = playedSec({ ...clip, kfSpeed });
    // The clip keeps its length. Only if the ramp plays the same amount of source does the length still match the
    // media.
    const isWhole = Math.abs(sourceSec - playedSec(clip)) < 1e-6;
    const next = { ...(isWhole ? clip : withoutMediaLength(clip)), kfSpeed };
    const leftSec = clip.loop ? Number.POSITIVE_INFINITY : sourceLengthSec(clip, context.media) - clip.mediaStart;
    const fixes =
      sourceSec > leftSec + 1e-6 && params.points
        ? [`Its source has ${leftSec} s from the in-point, but the ramp uses ${sourceSec} s: the end is frozen.`]
        : [];
    return { document: withClip(document, index, next), data: withFixes({ sourceSec }, fixes) };
  },
});

function keyframesOf(points: readonly { time: number; speed: number }[], durationSec: number): Keyframe[] {
  const sorted = points.toSorted((a, b) => a.time - b.time);
  const last = sorted.at(-1);
  if (last && last.time > durationSec + 1e-6) {
    throw refuse(
      `points must be within the clip, 0 to ${durationSec} s (got time ${last.time}). Times start at the clip's start.`,
    );
  }
  const twice = sorted.find((point, place) => sorted[place + 1]?.time === point.time);
  if (twice) throw refuse(`points contain time ${twice.time} twice. Give one speed for each time.`);
  return sorted.map(({ time, speed }) => ({ time, value: speed }));
}

/** Points of each ramp as [fraction of the clip, relative speed]. The curves between the points are `easeInOutSine`. */
const SHAPES: Record<SpeedRamp, readonly (readonly [number, number])[]> = {
  montage: [
    [0, 0.8],
    [0.15, 0.8],
    [0.4, 4],
    [0.55, 4],
    [0.75, 0.5],
    [1, 0.5],
  ],
  hero: [
    [0, 4],
    [0.3, 4],
    [0.45, 0.5],
    [0.65, 0.5],
    [0.8, 4],
    [1, 4],
  ],
  bullet: [
    [0, 5],
    [0.35, 5],
    [0.42, 0.4],
    [0.6, 0.4],
    [0.67, 5],
    [1, 5],
  ],
  'jump-cut': [
    [0, 1],
    [0.4, 1],
    [0.48, 6],
    [0.55, 6],
    [0.63, 1],
    [1, 1],
  ],
  'flash-in': [
    [0, 5],
    [0.25, 5],
    [0.5, 1],
    [1, 1],
  ],
  'flash-out': [
    [0, 1],
    [0.5, 1],
    [0.75, 5],
    [1, 5],
  ],
};

/**
 * Computes the speed keyframes of a named ramp that plays exactly `playedSec` of the source in `durationSec`. The clip
 * therefore still shows the same range of its source in the same time.
 */
function rampKeyframes(name: SpeedRamp, durationSec: number, playedSec: number): Keyframe[] {
  const shape = SHAPES[name].map(
    ([share, value]): Keyframe => ({ time: share * durationSec, value, easing: 'easeInOutSine' }),
  );
  const factor = playedSec / keyframedValue(shape).areaTo(durationSec);
  return shape.map((keyframe) => ({ ...keyframe, value: keyframe.value * factor }));
}
