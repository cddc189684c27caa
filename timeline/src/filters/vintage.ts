import type { Filter } from './filter.ts';

/** Faded, warm and grainy. */
export const vintage: Filter = {
  preset: 'vintage',
  grade: { blacks: 0.25, contrast: -0.2, temperature: 0.3 },
  effects: [{ type: 'grain', params: { amount: 0.2 } }],
};
