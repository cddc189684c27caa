import { amount, defineAudioEffect, frequency } from './audio-effect-definition.ts';

/** Takes away what lies below a frequency, 12 dB an octave. */
export const highpass = defineAudioEffect('highpass', 'Takes away what lies below a frequency, 12 dB an octave.', {
  frequency: frequency(80, 'Corner.'),
  q: amount(0.71, 0.1, 10, 'Resonance at the corner; 0.71 has none.'),
});
