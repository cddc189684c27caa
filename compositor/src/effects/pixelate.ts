import type { GraphNode } from '../graph/graph-node.ts';
import { blurEdge } from './beyond.ts';
import { defineEffect } from './define-effect.ts';
import { pixels } from './params.ts';

export const pixelate = defineEffect({
  type: 'pixelate',
  description: 'A mosaic of squares.',
  params: { size: pixels(12, 1, 400, 'Side of a square.') },
  graph: (input, { size }, moment) => {
    const side = size * moment.scale;
    if (side <= 1) return input;
    // After the blur, the centre of a square is close to its mean: unblurred centres would flicker.
    const shape = { type: 'gaussian', sigmaX: side * 0.35, sigmaY: side * 0.35 } as const;
    const edge = blurEdge(moment);
    const mean: GraphNode = { kind: 'blur', of: input, edge, shape };
    return { kind: 'remap', of: mean, field: { kind: 'pixelate', size: side }, edge };
  },
});
