import { amount, defineAudioEffect, mix } from './audio-effect-definition.ts';

/** Makes one voice sound like several. */
export const chorus = defineAudioEffect('chorus', 'Makes one voice sound like several.', {
  rateHz: amount(1.5, 0.1, 10, 'Speed of the wavering. Hertz.'),
  depth: amount(0.5, 0, 1, 'How far it wavers. 0-1.'),
  mix: mix(0.5),
});
