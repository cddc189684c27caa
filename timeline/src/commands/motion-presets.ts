import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { LIMITS } from '../document/limits.ts';
import { numberIn, oneOf, positiveSeconds } from '../document/scalars.ts';
import { withClip, withKeyframes } from '../edit/change-clip.ts';
import { findVisibleClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { MOTIONS } from '../edit/motions.ts';
import { MOTION_PROPS, type MotionKeyframes, type MotionProp } from '../edit/movements.ts';
import { refuse } from '../errors/framemill-error.ts';
import { keyframedValue } from '../evaluate/animated-value.ts';
import { MOTION_PRESETS } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

const BY_PRESET = new Map(MOTIONS.map((motion) => [motion.preset, motion]));

export const applyMotionPreset = defineCommand({
  op: 'applyMotionPreset',
  description:
    'Gives a clip a ready-made motion as ordinary keyframes. They take the place of keyframes of the same ' +
    'properties in the time of the motion; others stay, so that a motion in and one out go together.',
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
        'How long it takes, or one round of pulse, bounce, wiggle and float. When absent 0.6 (less where a ' +
          'motion at the other end of a short clip would be cut off), the whole clip for ken-burns and pan, 1, 1, ' +
          '0.5 and 3 a round.',
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
        `duration ${longestSec} creates ${count} keyframes of ${params.preset} in ${clip.duration} s; the limit ` +
          `is ${LIMITS.keyframesPerProperty}. Choose another duration.`,
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

/**
 * Adds a motion's keyframes to a clip. They replace existing ones between the motion's first and last keyframe.
 * Keyframes outside stay, so that an entrance and an exit can be combined. `replaced` is the number of replaced
 * keyframes by property. Throws `invalid_request` when the clip would have too many keyframes.
 */
function withMotion(clip: Clip, made: MotionKeyframes): { clip: Clip; replaced: [MotionProp, number][] } {
  const replaced: [MotionProp, number][] = [];
  let next = clip;
  for (const prop of MOTION_PROPS) {
    const keyframes = made[prop];
    if (!keyframes) continue;
    const current = clip[KEYFRAMABLE[prop].field] ?? [];
    const merged = merge(
      current,
      keyframes.map((keyframe) => inRange(prop, keyframe)),
    );
    if (merged.keyframes.length > LIMITS.keyframesPerProperty) {
      throw refuse(
        `${prop} would have ${merged.keyframes.length} keyframes; the limit is ${LIMITS.keyframesPerProperty}. ` +
          'Clear some first.',
      );
    }
    if (merged.replaced > 0) replaced.push([prop, merged.replaced]);
    next = withKeyframes(next, prop, merged.keyframes);
  }
  return { clip: next, replaced };
}

function merge(current: readonly Keyframe[], made: readonly Keyframe[]): { keyframes: Keyframe[]; replaced: number } {
  const first = made[0];
  const last = made.at(-1);
  if (!first || !last) return { keyframes: [...current], replaced: 0 };
  const sorted = current.toSorted((a, b) => a.time - b.time);
  const before = sorted.filter(({ time }) => time < first.time);
  const after = sorted.filter(({ time }) => time > last.time);
  // The segment in which the motion ends keeps its easing, so that later motion stays the same.
  const easing = after.length > 0 ? sorted.findLast(({ time }) => time <= last.time)?.easing : undefined;
  const end = easing ? { ...last, easing } : last;
  return {
    keyframes: [...before, ...made.slice(0, -1), end, ...after],
    replaced: sorted.length - before.length - after.length,
  };
}

function inRange(prop: MotionProp, keyframe: Keyframe): Keyframe {
  const { minimum, maximum } = KEYFRAMABLE[prop];
  return { ...keyframe, value: Math.min(maximum, Math.max(minimum, keyframe.value)) };
}

/**
 * Returns the maximum length, in seconds and at most `lengthSec`, of a new entrance (`in`) or exit (`out`) that does
 * not cut off an existing motion at the other end of a short clip. If both animate the same property (`props`), the new
 * motion ends before the existing one begins to change it. A motion of another property limits the length only if it is
 * at the other end of the clip and no longer than `lengthSec`. Longer motions and those in the middle play at the same
 * time.
 */
function freeLengthSec(clip: Clip, when: 'in' | 'out', props: readonly MotionProp[], lengthSec: number): number {
  const free = MOTION_PROPS.map((prop) => {
    const keyframes = (clip[KEYFRAMABLE[prop].field] ?? []).toSorted((a, b) => a.time - b.time);
    const [edge, far] = when === 'in' ? [keyframes[0], keyframes.at(-1)] : [keyframes.at(-1), keyframes[0]];
    if (!edge || !far || edge.value !== stillValue(clip, prop)) return lengthSec;
    const isAtEnd = when === 'in' ? far.time >= clip.duration : far.time <= 0;
    const isShort = Math.abs(far.time - edge.time) <= lengthSec;
    if (!props.includes(prop) && !(isAtEnd && isShort)) return lengthSec;
    return when === 'in' ? edge.time : clip.duration - edge.time;
  });
  return Math.min(lengthSec, ...free.filter((sec) => sec > 0));
}

/** Returns the value of a property at `atSec`, in seconds from the clip's start. */
function restingValue(clip: Clip, prop: MotionProp, atSec: number): number {
  const keyframes = clip[KEYFRAMABLE[prop].field];
  return keyframes && keyframes.length > 0 ? keyframedValue(keyframes).at(atSec) : stillValue(clip, prop);
}

/** Returns the value that a property has without keyframes. */
function stillValue(clip: Clip, prop: MotionProp): number {
  return prop === 'blur' ? KEYFRAMABLE[prop].initial : clip[prop];
}

/**
 * Creates a generator of pseudo-random numbers, 0-1, from a text. Equal texts give equal numbers: FNV-1a seeds
 * mulberry32.
 */
function seededRandom(text: string): () => number {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
