import { amount, defineAudioEffect, frequency } from './audio-effect-definition.ts';

/** Raises or lowers a band around a frequency. */
export const peaking = defineAudioEffect('peaking', 'Raises or lowers a band around a frequency.', {
  frequency: frequency(1_000, 'Middle of the band.'),
  gainDb: amount(3, -24, 24, 'Change of level. Decibels.'),
  q: amount(1, 0.1, 20, 'Narrowness of the band.'),
});
