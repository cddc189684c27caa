import { defineTransition, type Moves } from './define-transition.ts';
import { travel } from './direction.ts';
import { moveSides } from './move-sides.ts';
import { peak, smooth } from './progress.ts';

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
