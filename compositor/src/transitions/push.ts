import { defineTransition, type Moves } from './define-transition.ts';
import { travel } from './direction.ts';
import { moveSides } from './move-sides.ts';

function moves(progress: number, transition: Parameters<typeof travel>[0]): Moves {
  const { x, y } = travel(transition);
  return {
    from: { x: x * progress, y: y * progress },
    to: { x: x * (progress - 1), y: y * (progress - 1) },
  };
}

export const push = defineTransition({
  type: 'push',
  description: 'The incoming picture pushes the outgoing one out, in the direction (to the left when absent).',
  moves,
  graph: (from, to, progress, transition, moment) => moveSides(from, to, moves(progress, transition), moment),
});
