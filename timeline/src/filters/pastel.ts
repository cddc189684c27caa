import type { Filter } from './filter.ts';

/** Light, soft colours: half a stop, since less contrast takes white down by as much. */
export const pastel: Filter = { preset: 'pastel', grade: { contrast: -0.25, exposure: 0.5, saturation: -0.2 } };
