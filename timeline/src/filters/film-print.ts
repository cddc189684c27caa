import type { Filter } from './filter.ts';

/** A projection print: a soft shoulder, a lifted toe, colour between the channels, grain. */
export const filmPrint: Filter = {
  preset: 'film-print',
  grade: {
    curves: {
      master: [
        [0, 0.02],
        [0.25, 0.22],
        [0.5, 0.52],
        [0.75, 0.78],
        [1, 0.96],
      ],
      red: [
        [0, 0],
        [0.5, 0.51],
        [1, 1],
      ],
      blue: [
        [0, 0.02],
        [0.5, 0.49],
        [1, 0.97],
      ],
    },
  },
  effects: [{ type: 'grain', params: { amount: 0.15 } }],
};
