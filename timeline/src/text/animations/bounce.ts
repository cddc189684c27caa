import { ease } from '../../easing/ease.ts';
import type { TextAnimationDefinition } from './text-animation.ts';

/** Falls and bounces until it lies; as a loop it jumps. */
export const bounce: TextAnimationDefinition = {
  name: 'bounce',
  unit: 'character',
  duration: 0.8,
  stagger: 0.05,
  direction: 'up',
  easing: 'linear',
  state: ({ phase, progress, linear }) => {
    if (phase === 'loop') return { y: -0.35 * (1 - progress) };
    return { opacity: Math.min(1, linear * 6), y: -1.2 * (1 - ease('easeOutBounce', progress)) };
  },
};
