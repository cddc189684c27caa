import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { KeyframeSchema } from '../document/keyframe.ts';
import { LIMITS } from '../document/limits.ts';
import { oneOf } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { checkKeyframe, sameMomentSec } from '../edit/check-keyframe.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/with-fixes.ts';
import { withKeyframes } from '../edit/with-keyframes.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

export const setKeyframes = defineCommand({
  op: 'setKeyframes',
  description:
    'Sets all keyframes of a property at once, in any order, in place of those it has. Of two within half a frame the later in the list stays.',
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
