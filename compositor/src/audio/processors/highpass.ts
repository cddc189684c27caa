import { highpass as coefficients } from '../dsp/rbj-filters.ts';
import { createFilter } from './filter.ts';
import type { ProcessorDefinition } from './processor.ts';

/** Second-order high-pass filter. */
export const highpass: ProcessorDefinition = {
  type: 'highpass',
  create: (param) => createFilter(coefficients(param('frequency'), param('q'))),
};
