import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { LIMITS } from '../document/limits.ts';
import { numberIn, oneOf } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { sameMomentSec } from '../edit/check-keyframe.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { withKeyframes } from '../edit/with-keyframes.ts';
import { refuse } from '../errors/refuse.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

/** Maximum number of keyframe times listed in a message. */
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
      throw refuse(
        `${params.prop} has no keyframe at time ${params.time}. ${times.length > 0 ? `Its keyframes are at ${times.join(', ')}${more}.` : 'It has no keyframes.'}`,
      );
    }
    const kept = keyframes.filter((keyframe) => keyframe !== nearest);
    return {
      document: withClip(document, index, withKeyframes(clip, params.prop, kept)),
      data: { keyframes: kept.length },
    };
  },
});
