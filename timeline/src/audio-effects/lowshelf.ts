import { amount, defineAudioEffect, frequency } from './audio-effect-definition.ts';

/** Raises or lowers everything below a frequency. */
export const lowshelf = defineAudioEffect('lowshelf', 'Raises or lowers everything below a frequency.', {
  frequency: frequency(120, 'Middle of the slope.'),
  gainDb: amount(3, -24, 24, 'Change of level. Decibels.'),
});
