import type { TextAnimationDefinition } from './text-animation.ts';

const ticksPerSec = 16;

/** Text animation that flickers like a starting fluorescent tube. As a loop, the text goes dark for short times. */
export const flicker: TextAnimationDefinition = {
  name: 'flicker',
  unit: 'all',
  duration: 0.9,
  stagger: 0.05,
  direction: 'left',
  easing: 'linear',
  state: ({ phase, linear, timeSec, random }) => {
    if (phase !== 'loop' && linear <= 0) return { opacity: 0 };
    if (phase !== 'loop' && linear >= 1) return {};
    const chance = random(Math.floor(timeSec * ticksPerSec));
    const lit = phase === 'loop' ? chance < 0.88 : chance < 0.25 + 0.75 * linear;
    return { opacity: lit ? 1 : 0.12 };
  },
};
