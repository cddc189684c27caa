import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation that shows one letter after the other, each at once. */
export const typewriter: TextAnimationDefinition = {
  name: 'typewriter',
  unit: 'character',
  duration: 0.05,
  stagger: 0.05,
  direction: 'left',
  easing: 'linear',
  lastFirst: true,
  state: ({ linear, phase }) => {
    // A loop shows everything at both ends of its cycle and nothing in its middle.
    const shown = phase === 'loop' ? linear > 0.5 : linear > 0;
    return { opacity: shown ? 1 : 0 };
  },
};
