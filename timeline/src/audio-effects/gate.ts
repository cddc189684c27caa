import { amount, defineAudioEffect } from './audio-effect-definition.ts';

/** Closes while the sound is softer than a threshold. */
export const gate = defineAudioEffect('gate', 'Closes while the sound is softer than a threshold.', {
  thresholdDb: amount(-50, -80, 0, 'Level below which it closes. dBFS.'),
  rangeDb: amount(-30, -80, 0, 'Change of level when closed. Decibels.'),
  attackMs: amount(5, 0.1, 500, 'Time to open. Milliseconds.'),
  releaseMs: amount(100, 1, 3_000, 'Time to close. Milliseconds.'),
});
