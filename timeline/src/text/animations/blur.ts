import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation that fades in from a blur. As a loop, the text blurs and sharpens repeatedly. */
export const blur: TextAnimationDefinition = {
  name: 'blur',
  unit: 'all',
  duration: 0.6,
  stagger: 0.05,
  direction: 'left',
  easing: 'easeOut',
  state: ({ phase, progress }) => {
    if (phase === 'loop') return { blur: 0.12 * (1 - progress) };
    return { opacity: progress, blur: 0.3 * Math.max(0, 1 - progress) };
  },
};
