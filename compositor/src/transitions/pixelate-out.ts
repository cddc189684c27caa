import { mixed } from '../graph/combine.ts';
import { defineTransition } from './define-transition.ts';
import { peak, swap } from './progress.ts';

const largestShare = 0.12;

export const pixelateOut = defineTransition({
  type: 'pixelate-out',
  description: 'Blocks grow, swap halfway and shrink.',
  graph(from, to, progress, _transition, { width, height, scale }) {
    // Computed in document pixels: powers of another size's pixels would not be the same fraction of the image.
    const largest = (largestShare * Math.min(width, height)) / scale;
    // Grows by equal factors instead of equal steps, so that small blocks are visible as long as large ones.
    const size = Math.round(largest ** peak(progress));
    return {
      kind: 'remap',
      of: mixed(from, to, swap(progress, 0.2)),
      field: { kind: 'pixelate', size: Math.max(1, size * scale) },
      edge: 'clamp',
    };
  },
});
