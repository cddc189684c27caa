import type { TextAnimationDefinition } from './text-animation.ts';

const ticksPerSec = 14;
const colors = ['#00e5ff', '#ff2bd6', '#f5ff3b'];

/**
 * Text animation that jerks aside, slants and changes colour, less and less often. As a loop, it does so occasionally.
 */
export const glitch: TextAnimationDefinition = {
  name: 'glitch',
  unit: 'word',
  duration: 0.7,
  stagger: 0.03,
  direction: 'left',
  easing: 'linear',
  state: ({ phase, linear, timeSec, random }) => {
    if (phase !== 'loop' && linear <= 0) return { opacity: 0 };
    const tick = Math.floor(timeSec * ticksPerSec) * 8;
    const strength = phase === 'loop' ? 0.22 : 1 - linear;
    if (phase !== 'loop' && linear >= 1) return {};
    if (random(tick) > strength * 1.3) return {};
    const color = colors[Math.floor(random(tick + 1) * 5)];
    return {
      opacity: random(tick + 2) < 0.2 ? 0.25 : 1,
      x: (random(tick + 3) - 0.5) * 0.5,
      y: (random(tick + 4) - 0.5) * 0.12,
      skewX: (random(tick + 5) - 0.5) * 40,
      ...(color && { color }),
    };
  },
};
