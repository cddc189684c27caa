import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation that falls from above and quickly becomes opaque. */
export const drop: TextAnimationDefinition = {
  name: 'drop',
  unit: 'word',
  duration: 0.5,
  stagger: 0.08,
  direction: 'up',
  easing: 'easeOutCubic',
  state: ({ progress, linear }) => ({ opacity: Math.min(1, linear * 3), y: (progress - 1) * 1.2 }),
};
