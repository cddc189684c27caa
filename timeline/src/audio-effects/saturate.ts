import { amount, defineAudioEffect, mix } from './audio-effect-definition.ts';

/** Adds the warmth of an overdriven tape. */
export const saturate = defineAudioEffect('saturate', 'Adds the warmth of an overdriven tape.', {
  drive: amount(0.3, 0, 1, 'How hard it is driven. 0-1.'),
  mix: mix(1),
});
