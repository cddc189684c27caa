import { loop } from './loop.ts';

/** Grows by 6 % and back, once a second. */
export const pulse = loop(
  'pulse',
  1,
  'scale',
  [
    { at: 0, add: 0, easing: 'easeInOutSine' },
    { at: 0.5, add: 0.06, easing: 'easeInOutSine' },
  ],
  true,
);
