import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation that fades in while it rises from slightly below. */
export const rise: TextAnimationDefinition = {
  name: 'rise',
  unit: 'word',
  duration: 0.5,
  stagger: 0.08,
  direction: 'down',
  easing: 'easeOutCubic',
  state: ({ progress }) => ({ opacity: progress, y: (1 - progress) * 0.7 }),
};
