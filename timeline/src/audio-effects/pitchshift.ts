import { amount, defineAudioEffect } from './audio-effect-definition.ts';

/** Changes the pitch and not the speed. */
export const pitchshift = defineAudioEffect('pitchshift', 'Changes the pitch and not the speed.', {
  semitones: amount(0, -24, 24, 'Change of pitch. Semitones.'),
});
