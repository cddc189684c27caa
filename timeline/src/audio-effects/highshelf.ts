import { amount, defineAudioEffect, frequency } from './audio-effect-definition.ts';

/** Raises or lowers everything above a frequency. */
export const highshelf = defineAudioEffect('highshelf', 'Raises or lowers everything above a frequency.', {
  frequency: frequency(8_000, 'Middle of the slope.'),
  gainDb: amount(3, -24, 24, 'Change of level. Decibels.'),
});
