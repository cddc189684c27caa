import { loop } from './loop.ts';

/** Turns 4 degrees to each side, twice a second. */
export const wiggle = loop('wiggle', 0.5, 'rotation', [
  { at: 0, add: 0, easing: 'easeOutSine' },
  { at: 0.25, add: 4, easing: 'easeInOutSine' },
  { at: 0.75, add: -4, easing: 'easeInSine' },
]);
