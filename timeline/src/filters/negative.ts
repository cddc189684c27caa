import type { Filter } from './filter.ts';

/** Every channel turned round. */
export const negative: Filter = {
  preset: 'negative',
  grade: {
    curves: {
      master: [
        [0, 1],
        [1, 0],
      ],
    },
  },
};
