import type { GraphNode } from '../../graph/graph-node.ts';
import { rulesOf } from '../../graph/primitives/index.ts';

/**
 * Maximum halo of a filter (its extent outside the box), in CSS pixels. It limits memory; nothing farther outside is
 * visible on a canvas.
 */
const farthest = 2_000;
/** Number of standard deviations beyond which a Gaussian is treated as zero. */
const deviations = 3;

/**
 * Returns how far the output of an effect graph may extend beyond its box on any side, in CSS pixels. At most 2,000.
 */
export function filterHalo(tree: GraphNode): number {
  return Math.min(farthest, nodeHalo(tree, new Map()));
}

function nodeHalo(tree: GraphNode, known: Map<GraphNode, number>): number {
  const seen = known.get(tree);
  if (seen !== undefined) return seen;
  const of = (part: GraphNode) => nodeHalo(part, known);
  const result = ownHalo(tree, of);
  known.set(tree, result);
  return result;
}

function ownHalo(tree: GraphNode, of: (part: GraphNode) => number): number {
  switch (tree.kind) {
    // Drawn inside the box only, and flood fills are cut to an outline.
    case 'pattern':
      return 0;
    case 'transform': {
      const shift = 'tx' in tree.map ? Math.max(Math.abs(tree.map.tx), Math.abs(tree.map.ty)) : 0;
      return of(tree.of) + shift;
    }
    case 'blur': {
      const { shape } = tree;
      if (shape.type === 'gaussian') return of(tree.of) + deviations * Math.max(shape.sigmaX, shape.sigmaY);
      return of(tree.of) + (shape.type === 'directional' ? shape.length / 2 : 0);
    }
    case 'matte': {
      const { by } = tree;
      // Cutting off an outline before its edge is blurred would create a second edge.
      if (by.kind === 'outline') return Math.max(of(tree.of), by.feather);
      if (by.kind !== 'node') return of(tree.of);
      return Math.max(of(tree.of), of(by.node) + Math.max(0, by.expansion) + by.feather);
    }
    default:
      return Math.max(0, ...rulesOf(tree).inputs.map(of));
  }
}
