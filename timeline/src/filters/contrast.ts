import type { Filter } from './filter.ts';

/** More contrast. */
export const contrast: Filter = { preset: 'contrast', grade: { contrast: 0.35 } };
