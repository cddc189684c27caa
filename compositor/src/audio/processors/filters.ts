import {
  type BiquadCoefficients,
  createBiquad,
  highpass as highpassCoefficients,
  highshelf as highshelfCoefficients,
  lowpass as lowpassCoefficients,
  lowshelf as lowshelfCoefficients,
  peaking as peakingCoefficients,
} from '../dsp/biquad.ts';
import type { Processor, ProcessorDefinition } from './processor.ts';

/** Second-order high-pass filter. */
export const highpass: ProcessorDefinition = {
  type: 'highpass',
  create: (param) => createFilter(highpassCoefficients(param('frequency'), param('q'))),
};

/** Second-order low-pass filter. */
export const lowpass: ProcessorDefinition = {
  type: 'lowpass',
  create: (param) => createFilter(lowpassCoefficients(param('frequency'), param('q'))),
};

/** Peaking filter: one band of an equaliser. */
export const peaking: ProcessorDefinition = {
  type: 'peaking',
  create: (param) => createFilter(peakingCoefficients(param('frequency'), param('q'), param('gainDb'))),
};

/** Second-order low shelf. */
export const lowshelf: ProcessorDefinition = {
  type: 'lowshelf',
  create: (param) => createFilter(lowshelfCoefficients(param('frequency'), param('gainDb'))),
};

/** Second-order high shelf. */
export const highshelf: ProcessorDefinition = {
  type: 'highshelf',
  create: (param) => createFilter(highshelfCoefficients(param('frequency'), param('gainDb'))),
};

/** Creates a processor that applies the same second-order filter to both channels. */
function createFilter(coefficients: BiquadCoefficients): Processor {
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
