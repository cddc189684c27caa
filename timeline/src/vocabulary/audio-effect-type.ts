/** Audio processors of a clip's chain. */
export const AUDIO_EFFECT_TYPES = [
  'highpass',
  'lowpass',
  'peaking',
  'lowshelf',
  'highshelf',
  'gain',
  'compressor',
  'limiter',
  'gate',
  'deesser',
  'denoise',
  'saturate',
  'delay',
  'reverb',
  'chorus',
  'phaser',
  'pitchshift',
] as const;

/** Name of a sound processor. */
export type AudioEffectType = (typeof AUDIO_EFFECT_TYPES)[number];
