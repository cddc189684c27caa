import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation that grows from nothing. As a loop, the text shrinks and grows repeatedly. */
export const scale: TextAnimationDefinition = {
  name: 'scale',
  unit: 'word',
  duration: 0.5,
  stagger: 0.06,
  direction: 'up',
  easing: 'easeOutCubic',
  state: ({ phase, progress }) => {
    if (phase === 'loop') return { scaleX: 0.85 + 0.15 * progress, scaleY: 0.85 + 0.15 * progress };
    return { opacity: Math.min(1, Math.max(0, progress * 2)), scaleX: progress, scaleY: progress };
  },
};
