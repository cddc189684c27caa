import type { Filter } from './filter.ts';

/** Black washed out, flat. */
export const faded: Filter = { preset: 'faded', grade: { blacks: 0.25, contrast: -0.2 } };
