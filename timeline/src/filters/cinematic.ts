import type { Filter } from './filter.ts';

/** An S-curve, deeper shadows, a little less colour. */
export const cinematic: Filter = {
  preset: 'cinematic',
  grade: {
    shadows: -0.1,
    saturation: -0.1,
    curves: {
      master: [
        [0, 0],
        [0.25, 0.2],
        [0.5, 0.5],
        [0.75, 0.8],
        [1, 1],
      ],
    },
  },
};
