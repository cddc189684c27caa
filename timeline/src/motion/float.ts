import { loop } from './loop.ts';

/** Drifts 10 pixels up and down along a sine, every 3 seconds. */
export const float = loop('float', 3, 'y', [
  { at: 0, add: 0, easing: 'easeOutSine' },
  { at: 0.25, add: -10, easing: 'easeInOutSine' },
  { at: 0.75, add: 10, easing: 'easeInSine' },
]);
