import type { Filter } from './filter.ts';

/** Little colour, a little flat. */
export const muted: Filter = { preset: 'muted', grade: { saturation: -0.45, contrast: -0.1 } };
