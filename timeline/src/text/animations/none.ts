import type { TextAnimationDefinition } from './text-animation.ts';

/** Stands still. */
export const none: TextAnimationDefinition = {
  name: 'none',
  unit: 'all',
  duration: 0,
  stagger: 0,
  direction: 'left',
  easing: 'linear',
  state: () => ({}),
};
