import type { TextAnimationDefinition } from './text-animation.ts';

const edge = 0.15;

/** Text animation that moves a box behind one unit after the other. */
export const highlight: TextAnimationDefinition = {
  name: 'highlight',
  unit: 'word',
  duration: 0.45,
  stagger: 0.4,
  direction: 'left',
  easing: 'linear',
  takesTurns: true,
  state: ({ linear }) => {
    const strength = Math.min(1, Math.max(0, Math.min(linear, 1 - linear) / edge));
    return { box: strength, active: strength };
  },
};
