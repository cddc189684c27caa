import type { GraphNode } from '../graph/graph-node.ts';
import { translation } from '../graph/matrix.ts';
import type { Edge } from '../graph/values.ts';

/** Red moved by (dx, dy), blue by the opposite, green where it was. Pixels of the picture. */
export function splitChannels(input: GraphNode, dx: number, dy: number, edge: Edge): GraphNode {
  const red: GraphNode = { kind: 'transform', of: input, map: translation(dx, dy), edge, channel: 'r' };
  return { kind: 'transform', of: red, map: translation(-dx, -dy), edge, channel: 'b' };
}
