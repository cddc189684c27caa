import { ease } from '../../easing/ease.ts';
import type { TextAnimationDefinition } from './text-animation.ts';

const largest = 1.15;
const turn = 0.6;

/** Text animation that grows from nothing to slightly too large, then shrinks to its size. */
export const pop: TextAnimationDefinition = {
  name: 'pop',
  unit: 'word',
  duration: 0.45,
  stagger: 0.08,
  direction: 'up',
  easing: 'linear',
  state: ({ progress }) => {
    const size =
      progress < turn
        ? largest * ease('easeOutCubic', progress / turn)
        : largest + (1 - largest) * ease('easeInOutSine', (progress - turn) / (1 - turn));
    return { opacity: Math.min(1, progress * 5), scaleX: size, scaleY: size };
  },
};
