import { defineTransition } from './define-transition.ts';
import { travel } from './direction.ts';
import { reveal } from './reveal.ts';

const count = 8;

export const blinds = defineTransition({
  type: 'blinds',
  description: 'Eight slats open in the direction (downwards when absent) on the incoming picture.',
  graph(from, to, progress, transition) {
    const share = Math.min(1, Math.max(0, progress));
    // Slats at 0 degrees open downwards, which is a direction of travel of 90 degrees.
    const angle = (travel(transition, 'down').angle + 270) % 360;
    return reveal(from, to, { kind: 'slats', count, share, angle });
  },
});
