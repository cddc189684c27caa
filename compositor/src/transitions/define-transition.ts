import type { Transition } from '@framemill/timeline';
import { transparent } from '../graph/combine.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';

/** Which of a transition's clips are there. */
export interface Sides {
  readonly from: boolean;
  readonly to: boolean;
}

/** How far each picture is moved, in shares of the canvas. */
export interface Moves {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

/** A transition as data: the tree of primitives that it makes of two pictures of the whole canvas. */
export interface TransitionGraph {
  readonly type: Transition['type'];
  readonly description: string;
  /**
   * Pure. `from` and `to` are pictures of the whole canvas, `transparent` itself where there is no clip; `progress` 0-1
   * (eased curves may overshoot). At 0 exactly `from`, at 1 exactly `to`. `moment` is the canvas.
   */
  graph(from: GraphNode, to: GraphNode, progress: number, transition: Transition, moment: Moment): GraphNode;
  /** Only of transitions that do nothing but move their pictures, `to` over `from`: these need no RGBA. */
  readonly moves?: (progress: number, transition: Transition, sides: Sides) => Moves;
}

/** Defines a transition; `picture` is asked only inside the window, never at its ends. */
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

/** Which sides of a transition are not `transparent`. */
export function sidesOf(from: GraphNode, to: GraphNode): Sides {
  return { from: from !== transparent, to: to !== transparent };
}
