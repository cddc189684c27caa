import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import { colorOrAuto } from '../document/color.ts';
import { fraction, id } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { effectParams } from '../edit/effect-params.ts';
import { findVisibleClip } from '../edit/find-visible-clip.ts';
import { withEffects } from '../edit/with-effects.ts';
import { ClipIdParam } from './params.ts';

export const setChromaKey = defineCommand({
  op: 'setChromaKey',
  description:
    'Makes a colour of a clip transparent, as of a green screen. A clip has one key: set again, it keeps its place among the effects and what is not given. It comes before other effects, which would change the colour.',
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
