import type { Keyframe } from '../document/keyframe.ts';
import type { EasingName, MotionPreset } from '../vocabulary/index.ts';
import type { Motion, MotionProp } from './motion.ts';

/** A point of one round: its position `at` (0-1), and its distance `add` from rest at intensity 1. */
interface RoundPoint {
  at: number;
  add: number;
  easing: EasingName;
}

/** Creates a motion that repeats for the whole clip. With `relative`, `add` is multiplied by the value at rest. */
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
      // Whole rounds: the last one may extend past the end, so that the motion stays even up to the clip's end.
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
