import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { EffectParamsSchema, EffectSchema } from '../document/effect.ts';
import { GradeSchema } from '../document/grade.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, oneOf } from '../document/scalars.ts';
import { withClip } from '../edit/change-clip.ts';
import { effectParams } from '../edit/effect-params.ts';
import { findClip } from '../edit/find-clip.ts';
import { insertClip } from '../edit/insert-clip.ts';
import { withEffects } from '../edit/with-effects.ts';
import { withFilter } from '../filters/with-filter.ts';
import { FILTER_PRESETS } from '../vocabulary/index.ts';
import { DurationParam, NEW_CLIP_RETURNS, StartParam, TrackIndexParam } from './params.ts';

const NewEffectSchema = Type.Object(
  { type: EffectSchema.properties.type, params: Type.Optional(EffectParamsSchema) },
  CLOSED,
);

export const addAdjustmentLayer = defineCommand({
  op: 'addAdjustmentLayer',
  description:
    'Adds a layer without a picture of its own, whose grade and effects change everything below it. grade goes over the values of filter. More can be added to it later as to any clip.',
  keywords: { 'effect on everything': {}, 'grade the whole film': {} },
  params: {
    start: StartParam,
    duration: DurationParam,
    filter: Type.Optional(oneOf(FILTER_PRESETS, 'A ready-made look.')),
    grade: Type.Optional(GradeSchema),
    effects: Type.Optional(
      Type.Array(NewEffectSchema, { maxItems: LIMITS.effectsPerClip, description: 'Effects in stack order.' }),
    ),
    trackIndex: TrackIndexParam,
  },
  returns: NEW_CLIP_RETURNS,
  examples: [
    {
      title: 'A look for the whole film',
      params: { start: 0, duration: 10, filter: 'cinematic', grade: { temperature: 0.1 } },
      gives: { trackIndex: 1 },
    },
    {
      title: 'Out of focus for a second',
      params: { start: 4, duration: 1, effects: [{ type: 'blur', params: { radius: 20 } }] },
    },
  ],
  run: (document, params, context) => {
    const { start, duration, trackIndex } = params;
    const added = insertClip(document, { type: 'adjustment', name: 'Adjustment', start, duration }, trackIndex, () =>
      context.newId('clip'),
    );
    const last = added.document.clips.at(-1);
    if (!last) return added;
    const { clip, index } = findClip(added.document, last.id);
    let layer: Clip = params.filter ? withFilter(clip, params.filter, 1, context) : clip;
    if (params.grade) layer = { ...layer, grade: { ...layer.grade, ...params.grade } };
    const effects = (params.effects ?? []).map(({ type, params: given = {} }, place) => ({
      type,
      enabled: true,
      params: effectParams(context, type, given, `effects[${place}].params`),
      id: context.newId('effect'),
    }));
    layer = withEffects(layer, [...(layer.effects ?? []), ...effects]);
    return { document: withClip(added.document, index, layer), data: added.data ?? {} };
  },
});
