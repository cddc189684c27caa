import type { Filter } from './filter.ts';

/** Neutral black and white. */
export const mono: Filter = { preset: 'mono', grade: { saturation: -1, contrast: 0.05 } };
