import type { GraphNode } from '../graph/graph-node.ts';
import { translation } from '../graph/matrix.ts';
import type { Edge } from '../graph/values.ts';

/** Moves red by (dx, dy) and blue by the opposite, in pixels of the image. Green stays. */
export function splitChannels(input: GraphNode, dx: number, dy: number, edge: Edge): GraphNode {
  const red: GraphNode = { kind: 'transform', of: input, map: translation(dx, dy), edge, channel: 'r' };
  return { kind: 'transform', of: red, map: translation(-dx, -dy), edge, channel: 'b' };
}
