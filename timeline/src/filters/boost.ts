import type { Filter } from './filter.ts';

/** More contrast and colour. */
export const boost: Filter = { preset: 'boost', grade: { contrast: 0.2, saturation: 0.3 } };
