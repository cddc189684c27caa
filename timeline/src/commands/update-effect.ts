import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { EffectParamsSchema } from '../document/effect.ts';
import { id } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { effectParams } from '../edit/effect-params.ts';
import { findEffect } from '../edit/find-effect.ts';
import { findVisibleClip } from '../edit/find-visible-clip.ts';
import { withEffects } from '../edit/with-effects.ts';
import { refuse } from '../errors/refuse.ts';
import { ClipIdParam } from './params.ts';

export const updateEffect = defineCommand({
  op: 'updateEffect',
  description: 'Changes parameters of an effect, which keeps the others and its place, or switches it off and on.',
  params: {
    clipId: ClipIdParam,
    effectId: id('Effect to change.'),
    params: Type.Optional(EffectParamsSchema),
    enabled: Type.Optional(Type.Boolean({ description: 'False: it is skipped.' })),
  },
  returns: { params: EffectParamsSchema },
  examples: [
    {
      title: 'Less of it',
      given: [{ op: 'addEffect', clipId: 'clip-1', type: 'blur' }],
      params: { clipId: 'clip-1', effectId: 'effect-new-1', params: { radius: 4 } },
      gives: { params: { radius: 4 } },
    },
    {
      title: 'Off for now',
      given: [{ op: 'addEffect', clipId: 'clip-1', type: 'blur' }],
      params: { clipId: 'clip-1', effectId: 'effect-new-1', enabled: false },
      gives: { params: { radius: 12 } },
    },
  ],
  run: (document, params, context) => {
    const { clip, index } = findVisibleClip(document, params.clipId);
    const { effect, place } = findEffect(clip, params.effectId);
    if (params.params === undefined && params.enabled === undefined) {
      throw refuse('updateEffect changes nothing. Give params, enabled or both.');
    }
    const changed = {
      ...effect,
      enabled: params.enabled ?? effect.enabled,
      // Switching off must work for an effect that cannot be drawn: it is how to get rid of the error.
      params: params.params
        ? effectParams(context, effect.type, { ...effect.params, ...params.params }, 'params')
        : effect.params,
    };
    return {
      document: withClip(document, index, withEffects(clip, (clip.effects ?? []).with(place, changed))),
      data: { params: changed.params },
    };
  },
});
