import { amount, defineAudioEffect } from './audio-effect-definition.ts';

/** Makes the sound louder or softer at this place of the chain. */
export const gain = defineAudioEffect('gain', 'Makes the sound louder or softer at this place of the chain.', {
  gainDb: amount(0, -60, 24, 'Change of level. Decibels.'),
});
