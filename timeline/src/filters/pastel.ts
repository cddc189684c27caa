import type { Filter } from './filter.ts';

/** Light, soft colours. */
export const pastel: Filter = { preset: 'pastel', grade: { contrast: -0.25, exposure: 0.2, saturation: -0.2 } };
