import type { GraphNode } from '../../graph/graph-node.ts';
import { rulesOf } from '../../graph/primitives/index.ts';

/** Beyond this a filter's picture is cut off: memory, and nothing that far out is in a canvas. CSS pixels. */
const farthest = 2_000;
/** A Gaussian is nothing beyond three standard deviations. */
const deviations = 3;

/** How far a tree's picture may reach out of its box on any side. CSS pixels. */
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
    // Drawn in the box alone, and floods are cut to an outline.
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
      // What is cut off of an outline before its edge is blurred would be an edge as well.
      if (by.kind === 'outline') return Math.max(of(tree.of), by.feather);
      if (by.kind !== 'node') return of(tree.of);
      return Math.max(of(tree.of), of(by.node) + Math.max(0, by.expansion) + by.feather);
    }
    default:
      return Math.max(0, ...rulesOf(tree).inputs.map(of));
  }
}
