import type { Filter } from './filter.ts';

/** No colour. */
export const grayscale: Filter = { preset: 'grayscale', grade: { saturation: -1 } };
