import { type Static, Type } from '#typebox';
import { AUDIO_EFFECT_TYPES } from '../vocabulary/index.ts';
import { AudioParamsSchema } from './effect.ts';
import { CLOSED, id, numberIn, oneOf } from './scalars.ts';

/** Schema of one processor of a clip's audio chain. */
export const AudioEffectSchema = Type.Object(
  {
    type: oneOf(AUDIO_EFFECT_TYPES, 'Which processor.'),
    params: Type.Optional(AudioParamsSchema),
    enabled: Type.Optional(Type.Boolean({ description: 'False: it is skipped; true when absent.' })),
  },
  CLOSED,
);

/** A processor in a clip's audio chain, with its parameters. */
export type AudioEffect = Static<typeof AudioEffectSchema>;

/** Schema of ducking: the level of a clip is lowered while other clips are audible. */
export const DuckSchema = Type.Object(
  {
    sources: Type.Array(id('Id of a clip.'), { maxItems: 1_000, description: 'Clips that lower this one.' }),
    amountDb: Type.Optional(numberIn(-60, 0, 'Change of level; -12 when absent. Decibels.')),
    attack: Type.Optional(numberIn(0, 10, 'Time to go down; 0.15 when absent. Seconds.')),
    release: Type.Optional(numberIn(0, 10, 'Time to come back; 0.4 when absent. Seconds.')),
  },
  CLOSED,
);

/** Ducking of a clip: how far the level of the clip is lowered, and by which other clips. */
export type Duck = Static<typeof DuckSchema>;

/** Schema of the loudness to which a clip is normalized. */
export const LoudnessSchema = Type.Object(
  {
    targetLufs: numberIn(-70, 0, 'Integrated loudness. LUFS.'),
    truePeak: Type.Optional(numberIn(-20, 0, 'Highest true peak; -1 when absent. dBTP.')),
  },
  CLOSED,
);

/** Loudness to which a clip or the whole video is normalized. LUFS. */
export type Loudness = Static<typeof LoudnessSchema>;
