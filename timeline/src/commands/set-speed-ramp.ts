import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { ClipSchema } from '../document/clip.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { CLOSED, numberIn, oneOf, seconds } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findPlayingClip } from '../edit/playing-clip.ts';
import { playedSec, sourceLengthSec } from '../edit/source-room.ts';
import { rampKeyframes } from '../edit/speed-ramps.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { withoutMediaLength } from '../edit/without-media-length.ts';
import { refuse } from '../errors/refuse.ts';
import { SPEED_RAMPS } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

const PointSchema = Type.Object(
  { time: seconds('Relative to the start of the clip.'), speed: ClipSchema.properties.speed },
  { ...CLOSED, description: 'A speed at a moment.' },
);

export const setSpeedRamp = defineCommand({
  op: 'setSpeedRamp',
  description:
    'Lets the speed of a clip change while it plays. The clip keeps its length; its source passes as fast as the points say. A preset is fitted to the stretch of source that the clip shows.',
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
