import type { Filter } from './filter.ts';

/** Developed in the wrong bath: green shadows, yellow highlights. */
export const crossProcess: Filter = {
  preset: 'cross-process',
  grade: { contrast: 0.15, wheels: { shadows: { hue: 140, amount: 0.2 }, highlights: { hue: 55, amount: 0.2 } } },
};
