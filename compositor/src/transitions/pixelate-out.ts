import { mixed } from '../graph/combine.ts';
import { defineTransition } from './define-transition.ts';
import { peak, swap } from './progress.ts';

const largestShare = 0.12;

export const pixelateOut = defineTransition({
  type: 'pixelate-out',
  description: 'Blocks grow, swap halfway and shrink.',
  graph(from, to, progress, _transition, { width, height, scale }) {
    // Pixels of the document: powers of another size's pixels would not be the same share of the picture.
    const largest = (largestShare * Math.min(width, height)) / scale;
    // By equal factors, not equal steps: the first blocks are seen as well as the last.
    const size = Math.round(largest ** peak(progress));
    return {
      kind: 'remap',
      of: mixed(from, to, swap(progress, 0.2)),
      field: { kind: 'pixelate', size: Math.max(1, size * scale) },
      edge: 'clamp',
    };
  },
});
