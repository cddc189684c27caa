import { lowpass as coefficients } from '../dsp/rbj-filters.ts';
import { createFilter } from './filter.ts';
import type { ProcessorDefinition } from './processor.ts';

/** Second-order low-pass filter. */
export const lowpass: ProcessorDefinition = {
  type: 'lowpass',
  create: (param) => createFilter(coefficients(param('frequency'), param('q'))),
};
