import type { Filter } from './filter.ts';

/** Dull colours brought out. */
export const vivid: Filter = { preset: 'vivid', grade: { vibrance: 0.4 } };
