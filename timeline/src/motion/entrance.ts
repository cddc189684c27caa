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

/** Where a property starts (or ends, going out): a function of its value at rest. */
type Away = Partial<Record<MotionProp, (rest: number, input: MotionInput) => number>>;

/** A motion that brings a clip from somewhere to rest in its first seconds. `intensity` is the share of the way. */
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

/** A motion that takes a clip from rest to somewhere in its last seconds. */
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
