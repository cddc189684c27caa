import { SAMPLE_RATE } from '../audio-format.ts';
import type { ProcessorDefinition } from './processor.ts';

const STAGES = 6;
/** Centre frequency of the sweep, in hertz. `OCTAVES` is its range to either side at `depth` 1. */
const MIDDLE_HZ = 800;
const OCTAVES = 2;

/**
 * Phaser: six first-order all-pass filters with a swept corner frequency. Mixed half and half with the input, they
 * leave three notches. y = c x + x' - c y' with c = (tan(pi f / fs) - 1) / (tan(pi f / fs) + 1).
 */
export const phaser: ProcessorDefinition = {
  type: 'phaser',
  create(param) {
    const rate = param('rateHz');
    const depth = param('depth');
    const sides = [createSide(param('feedback'), param('mix')), createSide(param('feedback'), param('mix'))] as const;
    let at = 0;
    return {
      latency: 0,
      process({ left, right }, count) {
        for (let i = 0; i < count; i++, at++) {
          const sweep = depth * Math.sin((2 * Math.PI * rate * at) / SAMPLE_RATE);
          const warped = Math.tan((Math.PI * MIDDLE_HZ * 2 ** (OCTAVES * sweep)) / SAMPLE_RATE);
          const coefficient = (warped - 1) / (warped + 1);
          left[i] = sides[0](left[i] ?? 0, coefficient);
          right[i] = sides[1](right[i] ?? 0, coefficient);
        }
      },
    };
  },
};

function createSide(feedback: number, mix: number): (value: number, coefficient: number) => number {
  const before = new Float64Array(STAGES);
  const after = new Float64Array(STAGES);
  const back = new Float64Array(1);
  return (value, coefficient) => {
    let passed = value + feedback * (back[0] ?? 0);
    for (let stage = 0; stage < STAGES; stage++) {
      const result = coefficient * (passed - (after[stage] ?? 0)) + (before[stage] ?? 0);
      before[stage] = passed;
      after[stage] = Math.abs(result) < 1e-30 ? 0 : result;
      passed = result;
    }
    back[0] = passed;
    return value + mix * (passed - value);
  };
}
