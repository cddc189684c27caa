import type { Filter } from './filter.ts';

/** The picture as it is. */
export const none: Filter = { preset: 'none', grade: {} };
