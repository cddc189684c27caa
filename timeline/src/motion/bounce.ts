import { loop } from './loop.ts';

/** Jumps 24 pixels up and falls back, once a second. */
export const bounce = loop('bounce', 1, 'y', [
  { at: 0, add: 0, easing: 'easeOutQuad' },
  { at: 0.5, add: -24, easing: 'easeInQuad' },
]);
