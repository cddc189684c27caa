import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation that fades in. */
export const fade: TextAnimationDefinition = {
  name: 'fade',
  unit: 'all',
  duration: 0.5,
  stagger: 0.05,
  direction: 'left',
  easing: 'linear',
  state: ({ progress }) => ({ opacity: progress }),
};
