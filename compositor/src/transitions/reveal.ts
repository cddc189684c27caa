import { added, transparent } from '../graph/combine.ts';
import type { Coverage, GraphNode } from '../graph/graph-node.ts';

/** Combines `to` inside a coverage with `from` outside it. Exact even where either is transparent. */
export function reveal(from: GraphNode, to: GraphNode, by: Coverage): GraphNode {
  const revealed: GraphNode = { kind: 'matte', of: to, by, invert: false, strength: 1 };
  const left: GraphNode = { kind: 'matte', of: from, by, invert: true, strength: 1 };
  if (from === transparent) return revealed;
  return to === transparent ? left : added(revealed, left);
}
