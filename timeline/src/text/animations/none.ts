import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation without any motion. */
export const none: TextAnimationDefinition = {
  name: 'none',
  unit: 'all',
  duration: 0,
  stagger: 0,
  direction: 'left',
  easing: 'linear',
  state: () => ({}),
};
