import { highpass as coefficients } from '../dsp/rbj-filters.ts';
import { createFilter } from './filter.ts';
import type { ProcessorDefinition } from './processor.ts';

/** A second-order highpass filter. */
export const highpass: ProcessorDefinition = {
  type: 'highpass',
  create: (param) => createFilter(coefficients(param('frequency'), param('q'))),
};
