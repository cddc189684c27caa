import { faded, over, scaledAbout } from '../graph/combine.ts';
import { defineTransition } from './define-transition.ts';

const largest = 1.5;

export const zoom = defineTransition({
  type: 'zoom',
  description: 'The incoming picture grows from nothing; the outgoing one grows to 1.5 and fades.',
  graph(from, to, progress, _transition, moment) {
    const going = faded(scaledAbout(from, moment, 1 + (largest - 1) * Math.max(0, progress)), 1 - progress);
    return over(scaledAbout(to, moment, progress), going);
  },
});
