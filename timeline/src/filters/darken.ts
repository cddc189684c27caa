import type { Filter } from './filter.ts';

/** Half a stop darker. */
export const darken: Filter = { preset: 'darken', grade: { exposure: -0.5 } };
