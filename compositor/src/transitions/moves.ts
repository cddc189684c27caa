import { faded, moved, over, scaledAbout } from '../graph/combine.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import { defineTransition, type Moves, peak, type Sides, sidesOf, smooth, travel } from './define-transition.ts';

function slideMoves(progress: number, transition: Parameters<typeof travel>[0], sides: Sides): Moves {
  const { x, y } = travel(transition);
  const rest = { x: 0, y: 0 };
  const gone = { x: x * progress, y: y * progress };
  // Without an incoming image, the outgoing one slides instead.
  const to = { x: x * (progress - 1), y: y * (progress - 1) };
  return { from: sides.to ? rest : gone, to };
}

export const slide = defineTransition({
  type: 'slide',
  description: 'The incoming picture moves in over the outgoing one, in the direction (to the left when absent).',
  moves: slideMoves,
  graph: (from, to, progress, transition, moment) =>
    moveSides(from, to, slideMoves(progress, transition, sidesOf(from, to)), moment),
});

function pushMoves(progress: number, transition: Parameters<typeof travel>[0]): Moves {
  const { x, y } = travel(transition);
  return {
    from: { x: x * progress, y: y * progress },
    to: { x: x * (progress - 1), y: y * (progress - 1) },
  };
}

export const push = defineTransition({
  type: 'push',
  description: 'The incoming picture pushes the outgoing one out, in the direction (to the left when absent).',
  moves: pushMoves,
  graph: (from, to, progress, transition, moment) => moveSides(from, to, pushMoves(progress, transition), moment),
});

const largestBlur = 0.25;

export const whipPan = defineTransition({
  type: 'whip-pan',
  description: 'A fast pan in the direction (to the left when absent), blurred along the way.',
  graph(from, to, progress, transition, moment) {
    const { x, y, angle } = travel(transition);
    const passed = smooth(smooth(progress));
    const moves: Moves = {
      from: { x: x * passed, y: y * passed },
      to: { x: x * (passed - 1), y: y * (passed - 1) },
    };
    const length = largestBlur * peak(progress) * (x === 0 ? moment.height : moment.width);
    const of = moveSides(from, to, moves, moment);
    return { kind: 'blur', of, edge: 'clamp', shape: { type: 'directional', length, angle } };
  },
});

const largestZoom = 1.5;

export const zoom = defineTransition({
  type: 'zoom',
  description: 'The incoming picture grows from nothing; the outgoing one grows to 1.5 and fades.',
  graph(from, to, progress, _transition, moment) {
    const going = faded(scaledAbout(from, moment, 1 + (largestZoom - 1) * Math.max(0, progress)), 1 - progress);
    return over(scaledAbout(to, moment, progress), going);
  },
});

const turn = 180;

export const spin = defineTransition({
  type: 'spin',
  description: 'The outgoing picture turns and shrinks away, the incoming one turns back in.',
  graph(from, to, progress, _transition, moment) {
    const passed = smooth(progress);
    if (passed < 0.5) return scaledAbout(from, moment, 1 - passed * 2, turn * passed * 2);
    return scaledAbout(to, moment, passed * 2 - 1, turn * (passed * 2 - 2));
  },
});

/** Builds the graph of a transition that only moves its images. */
function moveSides(from: GraphNode, to: GraphNode, moves: Moves, { width, height }: Moment): GraphNode {
  const place = (image: GraphNode, by: Moves['from']) =>
    by.x === 0 && by.y === 0 ? image : moved(image, by.x * width, by.y * height);
  return over(place(to, moves.to), place(from, moves.from));
}
