import { defineTransition } from './define-transition.ts';
import { travel } from './direction.ts';
import { reveal } from './reveal.ts';

export const wipe = defineTransition({
  type: 'wipe',
  description: 'A hard edge that travels in the direction (to the right when absent) uncovers the incoming picture.',
  graph(from, to, progress, transition, { width, height }) {
    const { x, y, angle } = travel(transition, 'right');
    // The edge starts on the side from which it moves away; the area behind it is revealed.
    const along = (direction: number, length: number) =>
      direction === 0 ? length / 2 : direction > 0 ? progress * length : (1 - progress) * length;
    const edge = { x: along(x, width), y: along(y, height) };
    return reveal(from, to, { kind: 'half', ...edge, angle: (angle + 180) % 360, feather: 0 });
  },
});
