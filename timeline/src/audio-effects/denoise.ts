import { amount, defineAudioEffect } from './audio-effect-definition.ts';

/** Takes away steady noise such as hiss and hum. */
export const denoise = defineAudioEffect('denoise', 'Takes away steady noise such as hiss and hum.', {
  reductionDb: amount(12, 0, 40, 'How far the noise is lowered. Decibels.'),
  floorDb: amount(-50, -80, -20, 'Level of the noise. dBFS.'),
});
