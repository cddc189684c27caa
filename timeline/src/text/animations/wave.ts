import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation of a wave through the letters. It is continuous as a loop and fades out otherwise. */
export const wave: TextAnimationDefinition = {
  name: 'wave',
  unit: 'character',
  duration: 0.9,
  stagger: 0.06,
  direction: 'left',
  easing: 'linear',
  state: ({ phase, progress, linear, cycle }) => {
    if (phase === 'loop') return { y: -0.2 * Math.sin(2 * Math.PI * cycle) };
    return {
      opacity: Math.min(1, linear * 4),
      y: 0.6 * (1 - progress) * Math.cos(3 * Math.PI * progress),
    };
  },
};
