import { defineTransition } from './define-transition.ts';
import { reveal } from './reveal.ts';

export const radial = defineTransition({
  type: 'radial',
  description: "A hand that turns clockwise from 12 o'clock uncovers the incoming picture.",
  graph(from, to, progress, _transition, { width, height }) {
    const share = Math.min(1, Math.max(0, progress));
    return reveal(from, to, { kind: 'sweep', x: width / 2, y: height / 2, share, feather: 0 });
  },
});
