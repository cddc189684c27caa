import type { Keyframe } from '../document/keyframe.ts';
import type { EasingName, MotionPreset } from '../vocabulary/index.ts';
import type { Motion, MotionProp } from './motion.ts';

/** A point of one round: `at` is its place 0-1, `add` its distance from rest at intensity 1. */
interface RoundPoint {
  at: number;
  add: number;
  easing: EasingName;
}

/** A motion that goes round and round for the whole clip. `add` is multiplied by the value at rest when `relative`. */
export function loop(
  preset: MotionPreset,
  usualSec: number,
  prop: MotionProp,
  round: readonly RoundPoint[],
  relative = false,
): Motion {
  return {
    preset,
    when: 'whole',
    usualSec,
    keyframes: ({ clipSec, lengthSec }) => Math.ceil(clipSec / lengthSec) * round.length + 1,
    expand: ({ clipSec, lengthSec, intensity, rest }) => {
      const still = rest(prop, 0);
      const unit = intensity * (relative ? still : 1);
      const keyframes: Keyframe[] = [];
      // Whole rounds: the last one may run past the end, so that the clip ends in the middle of an even motion.
      const rounds = Math.ceil(clipSec / lengthSec - 1e-9);
      for (let index = 0; index < rounds; index += 1) {
        for (const { at, add, easing } of round) {
          keyframes.push({ time: (index + at) * lengthSec, value: still + add * unit, easing });
        }
      }
      keyframes.push({ time: rounds * lengthSec, value: still + (round[0]?.add ?? 0) * unit });
      return { [prop]: keyframes };
    },
  };
}
