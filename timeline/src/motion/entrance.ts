import type { Keyframe } from '../document/keyframe.ts';
import type { EasingName, MotionPreset } from '../vocabulary/index.ts';
import {
  MOTION_PROPS,
  type Motion,
  type MotionInput,
  type MotionKeyframes,
  type MotionProp,
  USUAL_SEC,
} from './motion.ts';

/** Functions that compute the start value (for an exit, the end value) of each property from its resting value. */
type Away = Partial<Record<MotionProp, (rest: number, input: MotionInput) => number>>;

/**
 * Creates an entrance motion: in its first seconds a clip moves to its resting state. `intensity` is the share of the
 * distance.
 */
export function entrance(preset: MotionPreset, easing: EasingName, away: Away): Motion {
  return {
    preset,
    when: 'in',
    usualSec: USUAL_SEC,
    keyframes: () => 2,
    expand: (input) =>
      each(away, input, input.lengthSec, (far, rest) => [
        { time: 0, value: far, easing },
        { time: input.lengthSec, value: rest },
      ]),
  };
}

/** Creates an exit motion: in its last seconds a clip leaves its resting state. */
export function exit(preset: MotionPreset, easing: EasingName, away: Away): Motion {
  return {
    preset,
    when: 'out',
    usualSec: USUAL_SEC,
    keyframes: () => 2,
    expand: (input) => {
      const from = input.clipSec - input.lengthSec;
      return each(away, input, from, (far, rest) => [
        { time: from, value: rest, easing },
        { time: input.clipSec, value: far },
      ]);
    },
  };
}

function each(
  away: Away,
  input: MotionInput,
  restSec: number,
  keyframes: (far: number, rest: number) => Keyframe[],
): MotionKeyframes {
  const made: MotionKeyframes = {};
  for (const prop of MOTION_PROPS) {
    const farFrom = away[prop];
    if (!farFrom) continue;
    const rest = input.rest(prop, restSec);
    made[prop] = keyframes(rest + (farFrom(rest, input) - rest) * input.intensity, rest);
  }
  return made;
}
