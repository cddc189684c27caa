import { colourOf, faded, tinted } from '../graph/combine.ts';
import { defineTransition, sidesOf } from './define-transition.ts';

/**
 * Fade through a colour, which affects only the area that the clips cover. A clip without a neighbour and without a
 * colour fades in or out, because a title must not begin as a black silhouette.
 */
export const fade = defineTransition({
  type: 'fade',
  description: 'Out through a colour (black when absent), then in.',
  graph(from, to, progress, transition) {
    const sides = sidesOf(from, to);
    const t = Math.min(1, Math.max(0, progress));
    const colour = colourOf(transition.color ?? '#000000');
    if (sides.from && sides.to) {
      return t < 0.5 ? tinted(from, colour, t * 2) : tinted(to, colour, 2 - t * 2);
    }
    // Visible fraction of the only image, for both entrance and exit.
    const [only, shown] = sides.to ? [to, t] : [from, 1 - t];
    if (!transition.color) return faded(only, shown);
    return shown < 0.5 ? faded(tinted(only, colour, 1), shown * 2) : tinted(only, colour, 2 - shown * 2);
  },
});
