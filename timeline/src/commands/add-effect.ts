import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { EffectParamsSchema, EffectSchema } from '../document/effect.ts';
import { id } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { effectParams } from '../edit/effect-params.ts';
import { findVisibleClip } from '../edit/find-visible-clip.ts';
import { withEffects } from '../edit/with-effects.ts';
import { ClipIdParam } from './params.ts';

export const addEffect = defineCommand({
  op: 'addEffect',
  description:
    'Adds an effect on top of the effects that a clip has; they apply in the order they were added. On an adjustment layer it applies to everything below.',
  keywords: {
    effect: {},
    blur: { type: 'blur' },
    neon: { type: 'glow' },
    bloom: { type: 'glow' },
    'drop shadow': { type: 'drop-shadow' },
    outline: { type: 'outline' },
    stroke: { type: 'outline' },
    border: { type: 'outline' },
    'film grain': { type: 'grain' },
    censor: { type: 'pixelate' },
    mosaic: { type: 'pixelate' },
    'chromatic aberration': { type: 'rgb-split' },
    'retro tape': { type: 'vhs' },
    crt: { type: 'scanlines' },
    fisheye: { type: 'lens-distortion' },
    perspective: { type: 'corner-pin' },
    'screen replacement': { type: 'corner-pin' },
    comic: { type: 'halftone' },
  },
  params: {
    clipId: ClipIdParam,
    type: EffectSchema.properties.type,
    params: Type.Optional(EffectParamsSchema),
  },
  returns: { effectId: id('The new effect.') },
  examples: [
    {
      title: 'A soft background',
      params: { clipId: 'clip-1', type: 'blur', params: { radius: 30 } },
      gives: { effectId: 'effect-new-1' },
    },
    { title: 'With its usual parameters', params: { clipId: 'clip-2', type: 'vignette' } },
  ],
  run: (document, params, context) => {
    const { clip, index } = findVisibleClip(document, params.clipId);
    const complete = effectParams(context, params.type, params.params ?? {}, 'params');
    const effect = { id: context.newId('effect'), type: params.type, enabled: true, params: complete };
    return {
      document: withClip(document, index, withEffects(clip, [...(clip.effects ?? []), effect])),
      data: { effectId: effect.id },
    };
  },
});
