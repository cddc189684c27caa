import { lowshelf as coefficients } from '../dsp/rbj-filters.ts';
import { createFilter } from './filter.ts';
import type { ProcessorDefinition } from './processor.ts';

/** Second-order low shelf. */
export const lowshelf: ProcessorDefinition = {
  type: 'lowshelf',
  create: (param) => createFilter(coefficients(param('frequency'), param('gainDb'))),
};
