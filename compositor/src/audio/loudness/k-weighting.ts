import { type BiquadCoefficients, createBiquad } from '../dsp/biquad.ts';

/**
 * Filter stages of ITU-R BS.1770-4, annex 1, tables 1 and 2, for 48 kHz: the shelf that models the head, then the
 * high-pass.
 */
const STAGES: readonly BiquadCoefficients[] = [
  {
    b0: 1.53512485958697,
    b1: -2.69169618940638,
    b2: 1.19839281085285,
    a1: -1.69065929318241,
    a2: 0.73248077421585,
  },
  { b0: 1, b1: -2, b2: 1, a1: -1.99004745483398, a2: 0.99007225036621 },
];

/**
 * Creates a K-weighting filter for one channel at 48 kHz. It filters `count` samples in place and must be called for
 * consecutive samples.
 */
export function createKWeighting(): (values: Float64Array, count: number) => void {
  const stages = STAGES.map(createBiquad);
  return (values, count) => {
    for (const stage of stages) stage.process(values, count);
  };
}
