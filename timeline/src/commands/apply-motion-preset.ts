import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { LIMITS } from '../document/limits.ts';
import { numberIn, oneOf, positiveSeconds } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findVisibleClip } from '../edit/find-visible-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { refuse } from '../errors/refuse.ts';
import { freeLengthSec } from '../motion/free-length.ts';
import { MOTIONS } from '../motion/index.ts';
import { MOTION_PROPS, type MotionKeyframes, type MotionProp } from '../motion/motion.ts';
import { restingValue, stillValue } from '../motion/resting-value.ts';
import { seededRandom } from '../motion/seeded-random.ts';
import { withMotion } from '../motion/with-motion.ts';
import { MOTION_PRESETS } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

const BY_PRESET = new Map(MOTIONS.map((motion) => [motion.preset, motion]));

export const applyMotionPreset = defineCommand({
  op: 'applyMotionPreset',
  description:
    'Gives a clip a ready-made motion as ordinary keyframes. They take the place of keyframes of the same properties in the time of the motion; others stay, so that a motion in and one out go together.',
  keywords: {
    'ken burns': { preset: 'ken-burns-in' },
    zoom: { preset: 'zoom-in' },
    'punch in': { preset: 'zoom-in' },
    'zoom out': { preset: 'zoom-out' },
    pan: { preset: 'pan-left' },
    'fade in': { preset: 'fade-in' },
    'fade out': { preset: 'fade-out' },
    'camera shake': { preset: 'shake' },
    'fly in': { preset: 'slide-in-left' },
    entrance: { preset: 'pop-in' },
    motion: {},
  },
  params: {
    clipId: ClipIdParam,
    preset: oneOf(MOTION_PRESETS, 'Which motion.'),
    duration: Type.Optional(
      positiveSeconds(
        'How long it takes, or one round of pulse, bounce, wiggle and float. When absent 0.6 (less where a motion at the other end of a short clip would be cut off), the whole clip for ken-burns and pan, 1, 1, 0.5 and 3 a round.',
      ),
    ),
    intensity: Type.Optional(numberIn(0, 3, 'How strong; 1 when absent, 0.5 goes half the way. Factor.')),
  },
  returns: {
    properties: Type.Array(oneOf(['opacity', 'scale', 'x', 'y', 'rotation', 'blur'], 'A property.'), {
      description: 'Properties that have keyframes of the motion.',
    }),
    duration: positiveSeconds('How long the motion (or a round of it) takes.'),
  },
  examples: [
    {
      title: 'A title that pops in',
      params: { clipId: 'title-1', preset: 'pop-in' },
      gives: { properties: ['scale'], duration: 0.6 },
    },
    {
      title: 'A slow zoom over the whole shot',
      params: { clipId: 'clip-1', preset: 'ken-burns-in', intensity: 1.5 },
      gives: { properties: ['scale'], duration: 5 },
    },
    {
      title: 'Out to the right, quickly',
      params: { clipId: 'clip-2', preset: 'slide-out-right', duration: 0.3 },
      gives: { properties: ['x'] },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findVisibleClip(document, params.clipId);
    const motion = BY_PRESET.get(params.preset);
    if (!motion)
      throw refuse(`preset "${params.preset}" does not exist. Use one of ${[...BY_PRESET.keys()].join(', ')}.`);
    const wantedSec = params.duration ?? motion.usualSec ?? clip.duration;
    const longestSec = Math.min(wantedSec, clip.duration);
    const count = motion.keyframes({ clipSec: clip.duration, lengthSec: longestSec });
    if (count > LIMITS.keyframesPerProperty) {
      throw refuse(
        `duration ${longestSec} creates ${count} keyframes of ${params.preset} in ${clip.duration} s; the limit is ${LIMITS.keyframesPerProperty}. Choose another duration.`,
      );
    }
    const expanded = (lengthSec: number) =>
      motion.expand({
        clipSec: clip.duration,
        lengthSec,
        intensity: params.intensity ?? 1,
        width: document.settings.width,
        height: document.settings.height,
        // A motion over the whole clip replaces all keyframes, so its resting value is the clip's own value.
        rest: (prop, atSec) => (lengthSec < clip.duration ? restingValue(clip, prop, atSec) : stillValue(clip, prop)),
        random: seededRandom(clip.id),
      });
    const lengthSec =
      params.duration === undefined && motion.when !== 'whole'
        ? freeLengthSec(clip, motion.when, propsOf(expanded(longestSec)), longestSec)
        : longestSec;
    const made = expanded(lengthSec);
    const moved = withMotion(clip, made);
    const fixes = moved.replaced.map(([prop, replaced]) => `${replaced} keyframes of ${prop} were replaced.`);
    if (params.duration !== undefined && lengthSec < wantedSec) fixes.push(`It takes ${lengthSec} s, the whole clip.`);
    return {
      document: withClip(document, index, moved.clip),
      data: withFixes({ properties: propsOf(made), duration: lengthSec }, fixes),
    };
  },
});

function propsOf(made: MotionKeyframes): MotionProp[] {
  return MOTION_PROPS.filter((prop) => made[prop] !== undefined);
}
