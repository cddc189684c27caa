import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation that rotates around the horizontal axis, without perspective. */
export const flip: TextAnimationDefinition = {
  name: 'flip',
  unit: 'character',
  duration: 0.5,
  stagger: 0.05,
  direction: 'up',
  easing: 'easeOutBack',
  state: ({ phase, progress, linear, cycle }) => {
    if (phase === 'loop') return { scaleY: Math.cos(2 * Math.PI * cycle) };
    const height = Math.cos((Math.PI / 2) * (1 - progress));
    return { opacity: linear > 0 ? 1 : 0, scaleY: height };
  },
};
