import { mixed } from '../graph/combine.ts';
import { defineTransition } from './define-transition.ts';
import { peak, swap } from './progress.ts';

const largestShare = 0.12;

export const pixelateOut = defineTransition({
  type: 'pixelate-out',
  description: 'Blocks grow, swap halfway and shrink.',
  picture(from, to, progress, _transition, { width, height }) {
    const largest = largestShare * Math.min(width, height);
    // By equal factors, not equal steps: the first blocks are seen as well as the last.
    const size = Math.max(1, Math.round(largest ** peak(progress)));
    return {
      kind: 'remap',
      of: mixed(from, to, swap(progress, 0.2)),
      field: { kind: 'pixelate', size },
      edge: 'clamp',
    };
  },
});
