import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation that starts with wide letter spacing and closes it. */
export const tracking: TextAnimationDefinition = {
  name: 'tracking',
  unit: 'line',
  duration: 0.9,
  stagger: 0.1,
  direction: 'left',
  easing: 'easeOutCubic',
  spreads: true,
  state: ({ phase, progress }) => {
    if (phase === 'loop') return { letterSpacing: 0.12 * (1 - progress) };
    return { opacity: Math.min(1, Math.max(0, progress * 1.5)), letterSpacing: 0.6 * (1 - progress) };
  },
};
