import { ease } from '../../easing/ease.ts';
import type { TextAnimationDefinition } from './text-animation.ts';

/** Text animation that falls and bounces. As a loop, the text jumps. */
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
