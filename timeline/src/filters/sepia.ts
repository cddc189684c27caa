import type { Filter } from './filter.ts';

/** Brown as old prints: no colour, then amber by the wheels. */
export const sepia: Filter = {
  preset: 'sepia',
  grade: {
    saturation: -1,
    contrast: -0.05,
    wheels: {
      shadows: { hue: 30, amount: 0.18 },
      midtones: { hue: 35, amount: 0.28 },
      highlights: { hue: 42, amount: 0.14 },
    },
  },
};
