import { away, type TextAnimationDefinition } from './text-animation.ts';

/** Text animation that slides in from a side, over about three letters. */
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
