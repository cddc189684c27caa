import { mixed, scaledAbout } from '../graph/combine.ts';
import { defineTransition } from './define-transition.ts';
import { peak, smooth, swap } from './progress.ts';

const largestScale = 1.6;
const largestBlur = 0.35;

export const zoomBlur = defineTransition({
  type: 'zoom-blur',
  description: 'Both pictures rush towards the viewer, blurred from the middle, and swap halfway.',
  graph(from, to, progress, _transition, moment) {
    const passed = smooth(progress);
    const going = scaledAbout(from, moment, largestScale ** (passed * 2));
    const coming = scaledAbout(to, moment, largestScale ** ((1 - passed) * 2));
    const of = mixed(going, coming, swap(progress, 0.25));
    const [centerX, centerY] = [moment.width / 2, moment.height / 2];
    const shape = { type: 'radial', amount: largestBlur * peak(progress), centerX, centerY } as const;
    return { kind: 'blur', of, edge: 'clamp', shape };
  },
});
