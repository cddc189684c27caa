import { type BiquadCoefficients, createBiquad } from '../dsp/biquad.ts';
import type { Processor } from './processor.ts';

/** Creates a processor that applies the same second-order filter to both channels. */
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
