import { away, type TextAnimationDefinition } from './text-animation.ts';

/** Text animation in which neighbouring units move in from opposite sides. */
export const shift: TextAnimationDefinition = {
  name: 'shift',
  unit: 'character',
  duration: 0.5,
  stagger: 0.03,
  direction: 'up',
  easing: 'easeOutCubic',
  state: ({ phase, progress, linear, direction, index }) => {
    const side = index % 2 === 0 ? 1 : -1;
    if (phase === 'loop') return away(direction, side * 0.15 * (1 - progress));
    return { opacity: Math.min(1, linear * 2), ...away(direction, side * 1.1 * (1 - progress)) };
  },
};
