import { amount, defineAudioEffect } from './audio-effect-definition.ts';

/** Lowers what is loud, so that loud and soft come closer together. */
export const compressor = defineAudioEffect(
  'compressor',
  'Lowers what is loud, so that loud and soft come closer together.',
  {
    thresholdDb: amount(-18, -60, 0, 'Level above which it works. dBFS.'),
    ratio: amount(3, 1, 20, 'Decibels in for a decibel out above the threshold.'),
    attackMs: amount(10, 0.1, 500, 'Time to lower. Milliseconds.'),
    releaseMs: amount(120, 1, 3_000, 'Time to let go. Milliseconds.'),
    kneeDb: amount(6, 0, 24, 'Width of the bend at the threshold. Decibels.'),
    makeupDb: amount(0, 0, 24, 'Gain afterwards. Decibels.'),
  },
);
