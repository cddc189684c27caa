import type { Filter } from './filter.ts';

/** Silver left in the film: half the colour, and the luma laid over itself, as a curve. */
export const bleachBypass: Filter = {
  preset: 'bleach-bypass',
  grade: {
    saturation: -0.5,
    curves: {
      master: [
        [0, 0],
        [0.25, 0.1875],
        [0.5, 0.5],
        [0.75, 0.8125],
        [1, 1],
      ],
    },
  },
};
