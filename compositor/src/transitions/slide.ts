import { defineTransition, type Moves, type Sides, sidesOf } from './define-transition.ts';
import { travel } from './direction.ts';
import { moveSides } from './move-sides.ts';

function moves(progress: number, transition: Parameters<typeof travel>[0], sides: Sides): Moves {
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
  moves,
  graph: (from, to, progress, transition, moment) =>
    moveSides(from, to, moves(progress, transition, sidesOf(from, to)), moment),
});
