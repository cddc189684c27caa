import { highshelf as coefficients } from '../dsp/rbj-filters.ts';
import { createFilter } from './filter.ts';
import type { ProcessorDefinition } from './processor.ts';

/** Second-order high shelf. */
export const highshelf: ProcessorDefinition = {
  type: 'highshelf',
  create: (param) => createFilter(coefficients(param('frequency'), param('gainDb'))),
};
