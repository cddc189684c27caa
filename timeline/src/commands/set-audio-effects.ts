import { Type } from '#typebox';
import { AUDIO_EFFECTS } from '../audio-effects/index.ts';
import { defineCommand } from '../command/define-command.ts';
import { AudioEffectSchema } from '../document/audio.ts';
import { LIMITS } from '../document/limits.ts';
import { withClip } from '../edit/change-clip.ts';
import { completeParams } from '../edit/complete-params.ts';
import { findAudibleClip } from '../edit/find-audible-clip.ts';
import { refuse } from '../errors/refuse.ts';
import { ClipIdParam } from './params.ts';

const BY_TYPE = new Map(AUDIO_EFFECTS.map((effect) => [effect.type, effect]));

export const setAudioEffects = defineCommand({
  op: 'setAudioEffects',
  description: `Sets the whole chain of audio processors of a clip, in the order the sound goes through them. An empty chain removes it. Parameters that are not given have their defaults. ${AUDIO_EFFECTS.map(
    ({ type, params }) => `${type}: ${Object.keys(params.properties).join(', ')}`,
  ).join('; ')}.`,
  keywords: {
    hum: { chain: [{ type: 'highpass' }] },
    equaliser: {},
    eq: {},
    reverb: { chain: [{ type: 'reverb' }] },
    echo: { chain: [{ type: 'delay' }] },
    pitch: { chain: [{ type: 'pitchshift' }] },
    'voice changer': { chain: [{ type: 'pitchshift' }] },
    'noise removal': { chain: [{ type: 'denoise' }] },
    'noise reduction': { chain: [{ type: 'denoise' }] },
    'clean up voice': { chain: [{ type: 'denoise' }, { type: 'compressor' }] },
    compression: { chain: [{ type: 'compressor' }] },
    bass: { chain: [{ type: 'lowshelf' }] },
    treble: { chain: [{ type: 'highshelf' }] },
    rumble: { chain: [{ type: 'highpass' }] },
    'telephone voice': { chain: [{ type: 'highpass' }, { type: 'lowpass' }] },
    distortion: { chain: [{ type: 'saturate' }] },
  },
  params: {
    clipId: ClipIdParam,
    chain: Type.Array(AudioEffectSchema, {
      maxItems: LIMITS.audioEffectsPerClip,
      description: 'Audio processors in order.',
    }),
  },
  returns: {
    chain: Type.Array(AudioEffectSchema, { description: 'The chain with all parameters.' }),
  },
  examples: [
    {
      title: 'A voice: no rumble, even, not too sharp',
      params: {
        clipId: 'clip-1',
        chain: [
          { type: 'highpass', params: { frequency: 90 } },
          { type: 'compressor', params: { thresholdDb: -20, ratio: 4 } },
          { type: 'deesser' },
        ],
      },
    },
    {
      title: 'Music from the next room',
      params: { clipId: 'music-1', chain: [{ type: 'lowpass', params: { frequency: 600 } }] },
    },
  ],
  run: (document, params) => {
    const { clip, index } = findAudibleClip(document, params.clipId);
    const chain = params.chain.map((processor, place) => {
      const definition = BY_TYPE.get(processor.type);
      if (!definition) throw refuse(`chain[${place}].type "${processor.type}" is unknown. Use another type.`);
      const path = `chain[${place}].params`;
      return {
        type: processor.type,
        params: completeParams(definition.params, processor.params ?? {}, path, processor.type),
        enabled: processor.enabled ?? true,
      };
    });
    const { chain: _, ...plain } = clip;
    const next = chain.length > 0 ? { ...plain, chain } : plain;
    return { document: withClip(document, index, next), data: { chain } };
  },
});
