import type { Transition } from '@framemill/timeline';
import { transparent } from '../graph/combine.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';

/** Whether each side of a transition has a clip. */
export interface Sides {
  readonly from: boolean;
  readonly to: boolean;
}

/** Offset of each image, as fractions of the canvas. */
export interface Moves {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

/** Transition as data: the effect graph that it builds from two images of the whole canvas. */
export interface TransitionGraph {
  readonly type: Transition['type'];
  readonly description: string;
  /**
   * Builds the graph. Pure. `from` and `to` are images of the whole canvas, `transparent` itself where there is no
   * clip. `progress` is 0-1 (eased curves may overshoot). Gives exactly `from` at 0 and exactly `to` at 1. `moment` is
   * the canvas.
   */
  graph(from: GraphNode, to: GraphNode, progress: number, transition: Transition, moment: Moment): GraphNode;
  /**
   * Returns the offsets of both images. Only for transitions that merely move their images, `to` over `from`, which
   * need no RGBA.
   */
  readonly moves?: (progress: number, transition: Transition, sides: Sides) => Moves;
}

/** Defines a transition. Its `graph` function is called only inside the window, never at its ends. */
export function defineTransition(look: TransitionGraph): TransitionGraph {
  return {
    ...look,
    graph(from, to, progress, transition, moment) {
      if (progress === 0) return from;
      if (progress === 1) return to;
      return look.graph(from, to, progress, transition, moment);
    },
  };
}

/** Returns for each side of a transition whether it is not `transparent`. */
export function sidesOf(from: GraphNode, to: GraphNode): Sides {
  return { from: from !== transparent, to: to !== transparent };
}
