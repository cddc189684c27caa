import type { TextAnimationDefinition } from './text-animation.ts';

/** Comes up from a little below, out of nothing. */
export const rise: TextAnimationDefinition = {
  name: 'rise',
  unit: 'word',
  duration: 0.5,
  stagger: 0.08,
  direction: 'down',
  easing: 'easeOutCubic',
  state: ({ progress }) => ({ opacity: progress, y: (1 - progress) * 0.7 }),
};
