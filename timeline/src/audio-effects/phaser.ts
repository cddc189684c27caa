import { amount, defineAudioEffect, mix } from './audio-effect-definition.ts';

/** Sweeps notches through the sound. */
export const phaser = defineAudioEffect('phaser', 'Sweeps notches through the sound.', {
  rateHz: amount(0.5, 0.05, 10, 'Speed of the sweep. Hertz.'),
  depth: amount(0.7, 0, 1, 'How far it sweeps. 0-1.'),
  feedback: amount(0.3, 0, 0.9, 'Sharpness of the notches. 0-0.9.'),
  mix: mix(0.5),
});
