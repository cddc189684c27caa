import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { id } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { findEffect } from '../edit/find-effect.ts';
import { findVisibleClip } from '../edit/find-visible-clip.ts';
import { withEffects } from '../edit/with-effects.ts';
import { ClipIdParam } from './params.ts';

export const removeEffect = defineCommand({
  op: 'removeEffect',
  description: 'Removes an effect from a clip. The others keep their order.',
  params: { clipId: ClipIdParam, effectId: id('Effect to remove.') },
  returns: { effects: Type.Integer({ description: 'How many effects the clip has now.' }) },
  examples: [
    {
      title: 'The only one',
      given: [{ op: 'addEffect', clipId: 'clip-1', type: 'blur' }],
      params: { clipId: 'clip-1', effectId: 'effect-new-1' },
      gives: { effects: 0 },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findVisibleClip(document, params.clipId);
    const { place } = findEffect(clip, params.effectId);
    const effects = (clip.effects ?? []).toSpliced(place, 1);
    return { document: withClip(document, index, withEffects(clip, effects)), data: { effects: effects.length } };
  },
});
