import type { Filter } from './filter.ts';

/** Half a stop brighter. */
export const lighten: Filter = { preset: 'lighten', grade: { exposure: 0.5 } };
