import type { Filter } from './filter.ts';

/** Warm daylight. */
export const warm: Filter = { preset: 'warm', grade: { temperature: 0.3 } };
