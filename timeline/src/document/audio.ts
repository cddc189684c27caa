import { type Static, Type } from '#typebox';
import { AUDIO_EFFECT_TYPES } from '../vocabulary/index.ts';
import { AudioParamsSchema } from './effect.ts';
import { CLOSED, id, numberIn, oneOf } from './scalars.ts';

/** One processor of a clip's audio chain. */
export const AudioEffectSchema = Type.Object(
  {
    type: oneOf(AUDIO_EFFECT_TYPES, 'Which processor.'),
    params: Type.Optional(AudioParamsSchema),
    enabled: Type.Optional(Type.Boolean({ description: 'False: it is skipped; true when absent.' })),
  },
  CLOSED,
);

/** A processor in the sound of a clip, with its parameters. */
export type AudioEffect = Static<typeof AudioEffectSchema>;

/** Lowers a clip while others speak. */
export const DuckSchema = Type.Object(
  {
    sources: Type.Array(id('Id of a clip.'), { maxItems: 1_000, description: 'Clips that lower this one.' }),
    amountDb: Type.Optional(numberIn(-60, 0, 'Change of level; -12 when absent. Decibels.')),
    attack: Type.Optional(numberIn(0, 10, 'Time to go down; 0.15 when absent. Seconds.')),
    release: Type.Optional(numberIn(0, 10, 'Time to come back; 0.4 when absent. Seconds.')),
  },
  CLOSED,
);

/** How far a clip is lowered while another one speaks. */
export type Duck = Static<typeof DuckSchema>;

/** The loudness that a clip is brought to. */
export const LoudnessSchema = Type.Object(
  {
    targetLufs: numberIn(-70, 0, 'Integrated loudness. LUFS.'),
    truePeak: Type.Optional(numberIn(-20, 0, 'Highest true peak; -1 when absent. dBTP.')),
  },
  CLOSED,
);

/** The loudness that a clip or the whole film is brought to, LUFS. */
export type Loudness = Static<typeof LoudnessSchema>;
