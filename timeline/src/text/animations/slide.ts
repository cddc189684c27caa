import { away, type TextAnimationDefinition } from './text-animation.ts';

/** Comes from a side, three letters away. */
export const slide: TextAnimationDefinition = {
  name: 'slide',
  unit: 'word',
  duration: 0.5,
  stagger: 0.06,
  direction: 'left',
  easing: 'easeOutCubic',
  state: ({ progress, linear, direction }) => ({
    opacity: Math.min(1, linear * 2),
    ...away(direction, (1 - progress) * 1.8),
  }),
};
