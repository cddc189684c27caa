import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { KEYFRAMABLE } from '../document/keyframable.ts';
import { oneOf } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEditableClip } from '../edit/find-clip.ts';
import { withKeyframes } from '../edit/with-keyframes.ts';
import { KEYFRAMABLE_PROPS } from '../vocabulary/index.ts';
import { ClipIdParam } from './params.ts';

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
