import type { ProcessorDefinition } from './processor.ts';

/** `drive` 1 multiplies by this in front of the bend. */
const HARDEST = 8;

/**
 * Bends the wave along a hyperbolic tangent: odd harmonics, soft peaks. Soft sound is raised as much (in dB) as full scale is lowered, so that the level stays about the
 * same. Each sample on its own: harmonics above 24 kHz fold back, 60 dB and more below for music at the default drive.
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
