import { peaking as coefficients } from '../dsp/rbj-filters.ts';
import { createFilter } from './filter.ts';
import type { ProcessorDefinition } from './processor.ts';

/** Peaking filter: one band of an equaliser. */
export const peaking: ProcessorDefinition = {
  type: 'peaking',
  create: (param) => createFilter(coefficients(param('frequency'), param('q'), param('gainDb'))),
};
