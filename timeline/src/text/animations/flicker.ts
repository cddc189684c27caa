import type { TextAnimationDefinition } from './text-animation.ts';

const ticksPerSec = 16;

/** Flickers as a tube that starts up; as a loop it goes out for moments. */
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
