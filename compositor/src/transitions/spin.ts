import { scaledAbout } from '../graph/combine.ts';
import { defineTransition } from './define-transition.ts';
import { smooth } from './progress.ts';

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
