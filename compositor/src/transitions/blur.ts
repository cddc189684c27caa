import { mixed } from '../graph/combine.ts';
import { defineTransition } from './define-transition.ts';
import { peak, swap } from './progress.ts';

const largestShare = 0.03;

export const blur = defineTransition({
  type: 'blur',
  description: 'Goes out of focus, swaps halfway, comes back into focus.',
  graph(from, to, progress, _transition, { width, height }) {
    const sigma = largestShare * Math.min(width, height) * peak(progress);
    const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
    return { kind: 'blur', of: mixed(from, to, swap(progress, 0.3)), edge: 'clamp', shape };
  },
});
