import { lowshelf as coefficients } from '../dsp/rbj-filters.ts';
import { createFilter } from './filter.ts';
import type { ProcessorDefinition } from './processor.ts';

/** A second-order shelf. */
export const lowshelf: ProcessorDefinition = {
  type: 'lowshelf',
  create: (param) => createFilter(coefficients(param('frequency'), param('gainDb'))),
};
