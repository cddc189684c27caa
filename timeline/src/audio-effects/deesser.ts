import { amount, defineAudioEffect, frequency } from './audio-effect-definition.ts';

/** Softens sharp s sounds. */
export const deesser = defineAudioEffect('deesser', 'Softens sharp s sounds.', {
  frequency: frequency(6_000, 'Where s sounds begin.'),
  amount: amount(0.5, 0, 1, 'How much they are softened. 0-1.'),
});
