import type { Keyframe } from '../document/keyframe.ts';
import { type Motion, USUAL_SEC } from './motion.ts';

/** Swings per second, and the maximum distance of the first one in pixels. */
const SWINGS_HZ = 12;
const REACH = 8;

/** Motion that shakes from side to side and fades out. The distance of each swing is pseudo-random. */
export const shake: Motion = {
  preset: 'shake',
  when: 'in',
  usualSec: USUAL_SEC,
  keyframes: ({ lengthSec }) => turns(lengthSec) + 2,
  expand: ({ lengthSec, intensity, rest, random }) => {
    const still = rest('x', lengthSec);
    const count = turns(lengthSec);
    const keyframes: Keyframe[] = [{ time: 0, value: still, easing: 'easeOutSine' }];
    for (let turn = 0; turn < count; turn += 1) {
      const passed = (turn + 0.5) / count;
      const side = turn % 2 === 0 ? 1 : -1;
      const reach = REACH * (0.6 + 0.4 * random()) * (1 - passed) * intensity;
      keyframes.push({ time: passed * lengthSec, value: still + side * reach, easing: 'easeInOutSine' });
    }
    keyframes.push({ time: lengthSec, value: still });
    return { x: keyframes };
  },
};

function turns(lengthSec: number): number {
  return Math.max(2, Math.round(lengthSec * SWINGS_HZ * 2));
}
