import { moved, over } from '../graph/combine.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import type { Moves } from './define-transition.ts';

/** Builds the graph of a transition that only moves its images. */
export function moveSides(from: GraphNode, to: GraphNode, moves: Moves, { width, height }: Moment): GraphNode {
  const place = (image: GraphNode, by: Moves['from']) =>
    by.x === 0 && by.y === 0 ? image : moved(image, by.x * width, by.y * height);
  return over(place(to, moves.to), place(from, moves.from));
}
