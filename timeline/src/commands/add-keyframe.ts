import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { type Keyframe, KeyframeSchema } from '../document/keyframe.ts';
import { LIMITS } from '../document/limits.ts';
import { numberIn, oneOf, seconds } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { checkKeyframe, sameMomentSec } from '../edit/check-keyframe.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { refuse } from '../errors/refuse.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';
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
