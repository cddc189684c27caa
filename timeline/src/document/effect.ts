import { type Static, Type } from '#typebox';
import { EFFECT_TYPES } from '../vocabulary/effect-type.ts';
import { FILTER_PRESETS } from '../vocabulary/filter-preset.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, id, numberIn, oneOf, text } from './scalars.ts';

/** Parameters of an effect or audio processor; the catalogue knows their names and ranges. */
export const EffectParamsSchema = Type.Record(
  Type.String({ maxLength: 64 }),
  Type.Union([numberIn(-1e6, 1e6, 'A number.'), Type.Boolean(), text(LIMITS.srcLength, 'A name, colour or source.')]),
  { maxProperties: 32, description: 'Parameters by name.' },
);

/** One effect of a clip's stack. */
export const EffectSchema = Type.Object(
  {
    id: id('Id of the effect.'),
    type: oneOf(EFFECT_TYPES, 'Which effect.'),
    enabled: Type.Boolean({ description: 'False: it is skipped.' }),
    params: EffectParamsSchema,
    filter: Type.Optional(oneOf(FILTER_PRESETS, 'Filter that brought it and takes it away again.')),
  },
  CLOSED,
);

export type Effect = Static<typeof EffectSchema>;
