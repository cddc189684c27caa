import { colourOf, tinted } from '../graph/combine.ts';
import type { Coverage } from '../graph/graph-node.ts';
import { defineTransition, sidesOf } from './define-transition.ts';
import { reveal } from './reveal.ts';

/**
 * Iris whose colour covers only the area of the clip. A clip without a neighbour opens from transparency or closes to
 * it.
 */
export const iris = defineTransition({
  type: 'iris',
  description: 'An iris closes to a colour (black when absent), then opens on the incoming picture.',
  graph(from, to, progress, transition, { width, height }) {
    const t = Math.min(1, Math.max(0, progress));
    const open = (share: number): Coverage => {
      const radius = (share * Math.hypot(width, height)) / 2;
      return { kind: 'disc', x: width / 2, y: height / 2, radiusX: radius, radiusY: radius, feather: 1 };
    };
    const sides = sidesOf(from, to);
    if (!sides.from) return reveal(from, to, open(t));
    if (!sides.to) return reveal(to, from, open(1 - t));
    const colour = colourOf(transition.color ?? '#000000');
    const shown = t < 0.5 ? from : to;
    return reveal(tinted(shown, colour, 1), shown, open(Math.abs(1 - 2 * t)));
  },
});
