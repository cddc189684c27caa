import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { type Keyframe, KeyframeSchema } from '../document/keyframe.ts';
import { LIMITS } from '../document/limits.ts';
import { numberIn, oneOf, seconds } from '../document/scalars.ts';
import { withClip, withKeyframes } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { refuse } from '../errors/framemill-error.ts';
import { rateOf } from '../time.ts';
import { KEYFRAMABLE_PROPS, type KeyframableProp } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

export const addKeyframe = defineCommand({
  op: 'addKeyframe',
  description: 'Sets the value of a property at a moment of a clip. One within half a frame is replaced.',
  keywords: { keyframe: {}, animate: {}, automation: { prop: 'volume' } },
  params: {
    clipId: ClipIdParam,
    prop: oneOf(KEYFRAMABLE_PROPS, 'Property to animate.'),
    time: seconds('Relative to the start of the clip.'),
    value: numberIn(-LIMITS.position, LIMITS.position, 'Value at this time, in the unit of the property.'),
    easing: KeyframeSchema.properties.easing,
  },
  returns: { keyframes: Type.Integer({ description: 'How many keyframes the property has now.' }) },
  examples: [
    { title: 'Start to fade in', params: { clipId: 'title-1', prop: 'opacity', time: 0, value: 0, easing: 'easeOut' } },
    {
      title: 'Where it has slid to',
      params: { clipId: 'clip-1', prop: 'x', time: 1.5, value: 320 },
      gives: { keyframes: 1 },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    const { field } = KEYFRAMABLE[params.prop];
    checkKeyframe(document, clip, params.prop, params);
    const halfFrame = sameMomentSec(document);
    const others = (clip[field] ?? []).filter(({ time }) => Math.abs(time - params.time) > halfFrame);
    if (others.length >= LIMITS.keyframesPerProperty) {
      throw refuse(`${params.prop} has ${others.length} keyframes, the maximum. Remove some first.`);
    }
    const added: Keyframe = { time: params.time, value: params.value };
    if (params.easing) added.easing = params.easing;
    const keyframes = [...others, added].sort((a, b) => a.time - b.time);
    return {
      document: withClip(document, index, { ...clip, [field]: keyframes }),
      data: { keyframes: keyframes.length },
    };
  },
});

export const setKeyframes = defineCommand({
  op: 'setKeyframes',
  description:
    'Sets all keyframes of a property at once, in any order, in place of those it has. Of two within half a ' +
    'frame the later in the list stays.',
  keywords: { 'motion path': {}, 'animation curve': {} },
  params: {
    clipId: ClipIdParam,
    prop: oneOf(KEYFRAMABLE_PROPS, 'Property to animate.'),
    keyframes: Type.Array(KeyframeSchema, {
      minItems: 1,
      maxItems: LIMITS.keyframesPerProperty,
      description: 'The keyframes. Times are relative to the start of the clip, values in the unit of the property.',
    }),
  },
  returns: { keyframes: Type.Integer({ description: 'How many keyframes the property has now.' }) },
  examples: [
    {
      title: 'Drift to the right and settle',
      params: {
        clipId: 'clip-1',
        prop: 'x',
        keyframes: [
          { time: 0, value: -300, easing: 'easeOutCubic' },
          { time: 2, value: 40, easing: 'easeInOut' },
          { time: 3, value: 0 },
        ],
      },
      gives: { keyframes: 3 },
    },
    {
      title: 'Music that swells',
      params: {
        clipId: 'music-1',
        prop: 'volume',
        keyframes: [
          { time: 0, value: 0.2 },
          { time: 10, value: 1 },
        ],
      },
      gives: { keyframes: 2 },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    for (const keyframe of params.keyframes) checkKeyframe(document, clip, params.prop, keyframe);
    const keyframes = lastOfEachMoment(params.keyframes, sameMomentSec(document));
    const dropped = params.keyframes.length - keyframes.length;
    const fixes = dropped > 0 ? [`${dropped} of the keyframes lay within half a frame of a later one; dropped.`] : [];
    return {
      document: withClip(document, index, withKeyframes(clip, params.prop, keyframes)),
      data: withFixes({ keyframes: keyframes.length }, fixes),
    };
  },
});

function lastOfEachMoment(given: readonly Keyframe[], sameSec: number): Keyframe[] {
  const ordered = given
    .map((keyframe, place) => ({ keyframe, place }))
    .sort((a, b) => a.keyframe.time - b.keyframe.time || a.place - b.place);
  const kept: typeof ordered = [];
  for (const entry of ordered) {
    const before = kept.at(-1);
    if (!before || entry.keyframe.time - before.keyframe.time > sameSec) kept.push(entry);
    else if (entry.place > before.place) kept[kept.length - 1] = entry;
  }
  return kept.map(({ keyframe }) => keyframe);
}

/** Maximum number of keyframe times that an error message lists. */
const LISTED = 12;

export const removeKeyframe = defineCommand({
  op: 'removeKeyframe',
  description: 'Removes the keyframe of a property at a moment, give or take half a frame.',
  params: {
    clipId: ClipIdParam,
    prop: oneOf(KEYFRAMABLE_PROPS, 'Property that it belongs to.'),
    time: numberIn(
      -LIMITS.seconds,
      LIMITS.seconds,
      'Where it is, relative to the start of the clip; a clip that was cut may have some outside. Seconds.',
    ),
  },
  returns: { keyframes: Type.Integer({ description: 'How many keyframes the property has now.' }) },
  examples: [
    {
      title: 'The second of two',
      given: [
        { op: 'addKeyframe', clipId: 'clip-1', prop: 'opacity', time: 0, value: 0 },
        { op: 'addKeyframe', clipId: 'clip-1', prop: 'opacity', time: 1, value: 1 },
      ],
      params: { clipId: 'clip-1', prop: 'opacity', time: 1 },
      gives: { keyframes: 1 },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    const keyframes = clip[KEYFRAMABLE[params.prop].field] ?? [];
    const distance = ({ time }: { time: number }) => Math.abs(time - params.time);
    const nearest = keyframes.toSorted((a, b) => distance(a) - distance(b))[0];
    if (!nearest || distance(nearest) > sameMomentSec(document)) {
      const times = keyframes.slice(0, LISTED).map(({ time }) => time);
      const more = keyframes.length > LISTED ? ` and ${keyframes.length - LISTED} more` : '';
      const present = times.length > 0 ? `Its keyframes are at ${times.join(', ')}${more}.` : 'It has no keyframes.';
      throw refuse(`${params.prop} has no keyframe at time ${params.time}. ${present}`);
    }
    const kept = keyframes.filter((keyframe) => keyframe !== nearest);
    return {
      document: withClip(document, index, withKeyframes(clip, params.prop, kept)),
      data: { keyframes: kept.length },
    };
  },
});

export const clearKeyframes = defineCommand({
  op: 'clearKeyframes',
  description:
    'Removes all keyframes of a property, or of every property. The clip then has the value that it is set to.',
  params: {
    clipId: ClipIdParam,
    prop: Type.Optional(oneOf(KEYFRAMABLE_PROPS, 'Only those of this property; all when absent.')),
  },
  returns: { removed: Type.Integer({ description: 'How many keyframes were removed.' }) },
  examples: [
    {
      title: 'Hold the picture still',
      given: [{ op: 'applyMotionPreset', clipId: 'clip-1', preset: 'ken-burns-in' }],
      params: { clipId: 'clip-1' },
      gives: { removed: 2 },
    },
    {
      title: 'Only the fade',
      given: [
        { op: 'addKeyframe', clipId: 'clip-1', prop: 'opacity', time: 0, value: 0 },
        { op: 'addKeyframe', clipId: 'clip-1', prop: 'x', time: 0, value: 100 },
      ],
      params: { clipId: 'clip-1', prop: 'opacity' },
      gives: { removed: 1 },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findEditableClip(document, params.clipId);
    const props = (params.prop ? [params.prop] : KEYFRAMABLE_PROPS).filter((prop) => clip[KEYFRAMABLE[prop].field]);
    if (props.length === 0) return { document, data: { removed: 0 } };
    const removed = props.reduce((sum, prop) => sum + (clip[KEYFRAMABLE[prop].field]?.length ?? 0), 0);
    const still = props.reduce((left, prop) => withKeyframes(left, prop, []), clip);
    return { document: withClip(document, index, still), data: { removed } };
  },
});

/** Returns the distance, in seconds, up to which two keyframes of a property count as simultaneous: half a frame. */
function sameMomentSec(document: Document): number {
  const rate = rateOf(document.settings.fps);
  return rate.den / rate.num / 2;
}

/**
 * Throws `invalid_request` when a keyframe's value is outside its property's range or its time is outside the clip. A
 * time outside the clip is allowed if the clip already has a keyframe there, as it may after a cut.
 */
function checkKeyframe(document: Document, clip: Clip, prop: KeyframableProp, keyframe: Keyframe): void {
  const { minimum, maximum, unit, field } = KEYFRAMABLE[prop];
  if (keyframe.value < minimum || keyframe.value > maximum) {
    throw refuse(`value of ${prop} must be ${minimum} to ${maximum}, ${unit} (got ${keyframe.value}).`);
  }
  const isOutside = keyframe.time < 0 || keyframe.time > clip.duration + sameMomentSec(document);
  if (isOutside && !clip[field]?.some(({ time }) => time === keyframe.time)) {
    throw refuse(
      `time must be within the clip, 0 to ${clip.duration} s (got ${keyframe.time}). Times start at the clip's start.`,
    );
  }
}
