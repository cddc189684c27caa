import type { MotionPreset } from '../vocabulary/index.ts';
import { MOTION_PROPS, type Motion, type MotionInput, type MotionKeyframes, type MotionProp } from './motion.ts';

/** Function that returns the values of a property at the start and at the end. */
type Course = (rest: number, input: MotionInput) => [from: number, to: number];

/** Creates a slow, even motion over the whole clip. */
export function travel(preset: MotionPreset, courses: Partial<Record<MotionProp, Course>>): Motion {
  return {
    preset,
    when: 'whole',
    usualSec: null,
    keyframes: () => 2,
    expand: (input) => {
      const made: MotionKeyframes = {};
      for (const prop of MOTION_PROPS) {
        const course = courses[prop];
        if (!course) continue;
        const [from, to] = course(input.rest(prop, 0), input);
        made[prop] = [
          { time: 0, value: from },
          { time: input.lengthSec, value: to },
        ];
      }
      return made;
    },
  };
}
