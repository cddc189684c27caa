import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { colorOrAuto } from '../document/color.ts';
import { type Effect, EffectParamsSchema, EffectSchema } from '../document/effect.ts';
import { LIMITS } from '../document/limits.ts';
import { fraction, id } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { effectParams, withEffects } from '../edit/effects.ts';
import { findVisibleClip } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { refuse } from '../errors/framemill-error.ts';
import { ClipIdParam } from './params.ts';

export const addEffect = defineCommand({
  op: 'addEffect',
  description:
    'Adds an effect on top of the effects that a clip has; they apply in the order they were added. On an ' +
    'adjustment layer it applies to everything below.',
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

export const updateEffect = defineCommand({
  op: 'updateEffect',
  description:
    'Changes parameters of an effect, switches it off and on, or moves it to another place among the effects of ' +
    'its clip. What is not given stays.',
  params: {
    clipId: ClipIdParam,
    effectId: id('Effect to change.'),
    params: Type.Optional(EffectParamsSchema),
    enabled: Type.Optional(Type.Boolean({ description: 'False: it is skipped.' })),
    toIndex: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: LIMITS.effectsPerClip - 1,
        description: 'Place among the effects afterwards; 0 applies first.',
      }),
    ),
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
    {
      title: 'The blur before the vignette',
      given: [
        { op: 'addEffect', clipId: 'clip-1', type: 'vignette' },
        { op: 'addEffect', clipId: 'clip-1', type: 'blur' },
      ],
      params: { clipId: 'clip-1', effectId: 'effect-new-2', toIndex: 0 },
      gives: { params: { radius: 12 } },
    },
  ],
  run: (document, params, context) => {
    const { clip, index } = findVisibleClip(document, params.clipId);
    const { effect, place } = findEffect(clip, params.effectId);
    if (params.params === undefined && params.enabled === undefined && params.toIndex === undefined) {
      throw refuse('updateEffect changes nothing. Give params, enabled or toIndex.');
    }
    const changed = {
      ...effect,
      enabled: params.enabled ?? effect.enabled,
      // Switching off must work for an effect that cannot be drawn: it is how to get rid of the error.
      params: params.params
        ? effectParams(context, effect.type, { ...effect.params, ...params.params }, 'params')
        : effect.params,
    };
    const others = (clip.effects ?? []).toSpliced(place, 1);
    const to = Math.min(params.toIndex ?? place, others.length);
    const fixes = to < (params.toIndex ?? 0) ? [`The clip has ${others.length + 1} effects; it is now the last.`] : [];
    return {
      document: withClip(document, index, withEffects(clip, others.toSpliced(to, 0, changed))),
      data: withFixes({ params: changed.params }, fixes),
    };
  },
});

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

export const setChromaKey = defineCommand({
  op: 'setChromaKey',
  description:
    'Makes a colour of a clip transparent, as of a green screen. A clip has one key: set again, it keeps its ' +
    'place among the effects and what is not given. It comes before other effects, which would change the colour.',
  keywords: { 'green screen': {}, 'blue screen': { color: '#0000ff' }, 'chroma key': {}, keying: {} },
  params: {
    clipId: ClipIdParam,
    color: colorOrAuto('Colour that becomes transparent.'),
    similarity: Type.Optional(fraction('How far from the colour still counts; 0.1 when absent.')),
    smoothness: Type.Optional(fraction('Softness of the edge; 0.08 when absent.')),
    spill: Type.Optional(fraction('How much of the colour is taken out of what remains; 0.1 when absent.')),
  },
  returns: { effectId: id('The chroma-key effect.') },
  examples: [
    { title: 'A green screen', params: { clipId: 'clip-1', color: 'auto' }, gives: { effectId: 'effect-new-1' } },
    {
      title: 'A blue one, keyed more tightly',
      params: { clipId: 'clip-2', color: '#0047bb', similarity: 0.07, smoothness: 0.05 },
    },
  ],
  run: (document, params, context) => {
    const { clipId, ...key } = params;
    const { clip, index } = findVisibleClip(document, clipId);
    const effects = clip.effects ?? [];
    const place = effects.findIndex(({ type }) => type === 'chroma-key');
    const current = effects[place];
    const complete = effectParams(context, 'chroma-key', { ...current?.params, ...key }, '');
    const effect = current
      ? { ...current, enabled: true, params: complete }
      : { id: context.newId('effect'), type: 'chroma-key' as const, enabled: true, params: complete };
    const stack = current ? effects.with(place, effect) : [effect, ...effects];
    return { document: withClip(document, index, withEffects(clip, stack)), data: { effectId: effect.id } };
  },
});

/** Finds an effect of a clip and its index in the stack. Throws `invalid_request` when it does not exist. */
function findEffect(clip: Clip, effectId: string): { effect: Effect; place: number } {
  const effects = clip.effects ?? [];
  const place = effects.findIndex((effect) => effect.id === effectId);
  const effect = effects[place];
  if (effect) return { effect, place };
  const known = effects.map(({ id, type }) => `${id} (${type})`).join(', ') || 'none';
  throw refuse(`effectId "${effectId}" is not an effect of clip "${clip.id}". Its effects: ${known}.`);
}
