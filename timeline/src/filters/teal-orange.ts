import type { Filter } from './filter.ts';

/** Teal shadows, orange highlights. */
export const tealOrange: Filter = {
  preset: 'teal-orange',
  grade: { wheels: { shadows: { hue: 185, amount: 0.25 }, highlights: { hue: 32, amount: 0.22 } } },
};
