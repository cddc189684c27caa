import type { Filter } from './filter.ts';

/** Hard black and white with dark corners. */
export const noir: Filter = {
  preset: 'noir',
  grade: { saturation: -1, contrast: 0.5 },
  effects: [{ type: 'vignette', params: { amount: 0.5 } }],
};
