import { type Static, Type } from '#typebox';
import { EFFECT_TYPES, FILTER_PRESETS } from '../vocabulary/index.ts';
import { LIMITS } from './limits.ts';
import { CLOSED, id, numberIn, oneOf, text } from './scalars.ts';
import { SOURCES_KEYWORD } from './sources.ts';

const paramsByName = (options: object) =>
  Type.Record(
    Type.String({ maxLength: 64 }),
    Type.Union([numberIn(-1e6, 1e6, 'A number.'), Type.Boolean(), text(LIMITS.srcLength, 'A name, colour or source.')]),
    { maxProperties: 32, description: 'Parameters by name.', ...options },
  );

/** Schema of an audio processor's parameters. AUDIO_EFFECTS defines their names and ranges. */
export const AudioParamsSchema = paramsByName({});

/**
 * Schema of an effect's parameters. The catalogue defines their names and ranges. A parameter that is a source is
 * called `src`.
 */
export const EffectParamsSchema = paramsByName({ [SOURCES_KEYWORD]: { src: 'lut' } });

/** Schema of one effect of a clip's stack. */
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
