import { type Static, Type } from '#typebox';
import { EFFECT_TYPES, FILTER_PRESETS } from '../vocabulary/index.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, id, numberIn, oneOf, text } from './scalars.ts';
import { SOURCES_KEYWORD } from './source-positions.ts';

const paramsByName = (options: object) =>
  Type.Record(
    Type.String({ maxLength: 64 }),
    Type.Union([numberIn(-1e6, 1e6, 'A number.'), Type.Boolean(), text(LIMITS.srcLength, 'A name, colour or source.')]),
    { maxProperties: 32, description: 'Parameters by name.', ...options },
  );

/** Parameters of an audio processor; AUDIO_EFFECTS knows their names and ranges. */
export const AudioParamsSchema = paramsByName({});

/** Parameters of an effect; the catalogue knows their names and ranges. A source among them is called `src`. */
export const EffectParamsSchema = paramsByName({ [SOURCES_KEYWORD]: { src: 'lut' } });

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

/** An effect of a clip, with its parameters. */
export type Effect = Static<typeof EffectSchema>;
