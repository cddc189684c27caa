import type { Transition, TransitionLayer } from '@framemill/timeline';
import { idInComposition } from '@framemill/timeline/rendering';
import { transparent } from '../graph/combine.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import { type CanvasSize, outputScale } from '../graph/placement.ts';
import { seedOf } from '../graph/seeded.ts';

/** Whether a transition has an outgoing clip (`from`) and an incoming clip (`to`). */
export interface Sides {
  readonly from: boolean;
  readonly to: boolean;
}

/** Offset of the outgoing and the incoming image, as fractions of the canvas. */
export interface Moves {
  readonly from: { readonly x: number; readonly y: number };
  readonly to: { readonly x: number; readonly y: number };
}

/** Transition, defined by the effect graph that combines two images of the whole canvas. */
export interface TransitionGraph {
  readonly type: Transition['type'];
  readonly description: string;
  /**
   * Builds the graph. Pure. `from` and `to` are images of the whole canvas, or `transparent` itself where there is no
   * clip. `progress` is 0-1 (eased curves may overshoot). The result is exactly `from` at 0 and exactly `to` at 1.
   * `moment` is that of the canvas.
   */
  graph(from: GraphNode, to: GraphNode, progress: number, transition: Transition, moment: Moment): GraphNode;
  /**
   * Returns the offsets of both images at `progress`. Only transitions that do nothing but move their images, `to` on
   * top of `from`, have it. They can be drawn without conversion to RGBA.
   */
  readonly moves?: (progress: number, transition: Transition, sides: Sides) => Moves;
}

/** Defines a transition. Its `graph` function is called only for progress other than 0 and 1. */
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

/** Returns which of the two images exist. The node `transparent` stands for the image of a missing clip. */
export function sidesOf(from: GraphNode, to: GraphNode): Sides {
  return { from: from !== transparent, to: to !== transparent };
}

/** Returns the time, size and random seed for which a transition's graph is built. The size is that of the output. */
export function transitionMoment({ from, to, transition }: TransitionLayer, canvas: CanvasSize): Moment {
  const owner = to ?? from;
  // Exits are counted from the clip's start: only noise depends on it, and noise has no first frame.
  return {
    ...canvas.output,
    scale: outputScale(canvas),
    seed: seedOf(`${idInComposition(owner?.clip.id ?? '')} ${transition.type}`),
    frame: owner?.localFrame ?? 0,
    timeSec: owner?.localSec ?? 0,
  };
}

/** Applies a smoothstep (cubic ease in and out) to progress; it is constant below 0 and above 1. */
export function smooth(progress: number): number {
  const t = Math.min(1, Math.max(0, progress));
  return t * t * (3 - 2 * t);
}

/**
 * Returns a smooth peak: 0 at both ends of the transition and 1 in the middle. It is the strength of an effect that
 * hides the change from one image to the other.
 */
export function peak(progress: number): number {
  return smooth(1 - Math.abs(2 * progress - 1));
}

/**
 * Returns the weight (0-1) of the incoming image at `progress`, for a transition that crossfades around its middle.
 * `span` (0-1) is the length of the crossfade as a fraction of the transition's duration.
 */
export function swap(progress: number, span: number): number {
  return smooth((progress - 0.5) / span + 0.5);
}

type Direction = NonNullable<Transition['direction']>;

const vectors: Record<Direction, { readonly x: number; readonly y: number; readonly angle: number }> = {
  left: { x: -1, y: 0, angle: 180 },
  right: { x: 1, y: 0, angle: 0 },
  up: { x: 0, y: -1, angle: 270 },
  down: { x: 0, y: 1, angle: 90 },
};

/** Returns the direction in which a transition moves, as a unit vector and in degrees clockwise from the x axis. */
export function travel(
  transition: Transition,
  otherwise: Direction = 'left',
): { readonly x: number; readonly y: number; readonly angle: number } {
  return vectors[transition.direction ?? otherwise];
}
