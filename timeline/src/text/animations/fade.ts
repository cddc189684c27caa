import type { TextAnimationDefinition } from './text-animation.ts';

/** From nothing. */
export const fade: TextAnimationDefinition = {
  name: 'fade',
  unit: 'all',
  duration: 0.5,
  stagger: 0.05,
  direction: 'left',
  easing: 'linear',
  state: ({ progress }) => ({ opacity: progress }),
};
