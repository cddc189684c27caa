import { type BiquadCoefficients, createBiquad } from '../dsp/biquad.ts';
import type { Processor } from './processor.ts';

/** Passes both sides through the same second-order filter. */
export function createFilter(coefficients: BiquadCoefficients): Processor {
  const left = createBiquad(coefficients);
  const right = createBiquad(coefficients);
  return {
    latency: 0,
    process(block, count) {
      left.process(block.left, count);
      right.process(block.right, count);
    },
  };
}
