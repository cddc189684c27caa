import type { Filter } from './filter.ts';

/** Cold daylight. */
export const cool: Filter = { preset: 'cool', grade: { temperature: -0.3 } };
