import { colourOf, mixed, tinted } from '../graph/combine.ts';
import { defineTransition } from './define-transition.ts';
import { peak, swap } from './progress.ts';

export const flash = defineTransition({
  type: 'flash',
  description: 'A flash of a colour (white when absent) halfway hides the swap.',
  graph(from, to, progress, transition) {
    return tinted(mixed(from, to, swap(progress, 0.2)), colourOf(transition.color ?? '#ffffff'), peak(progress));
  },
});
