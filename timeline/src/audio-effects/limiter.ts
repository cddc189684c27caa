import { amount, defineAudioEffect } from './audio-effect-definition.ts';

/** Lets no peak above a ceiling. */
export const limiter = defineAudioEffect('limiter', 'Lets no peak above a ceiling.', {
  ceilingDb: amount(-1, -20, 0, 'Highest peak. dBFS.'),
  releaseMs: amount(50, 1, 1_000, 'Time to let go. Milliseconds.'),
});
