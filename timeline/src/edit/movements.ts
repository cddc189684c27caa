import type { Keyframe } from '../document/keyframe.ts';
import type { EasingName, MotionPreset } from '../vocabulary/index.ts';

/** Properties that motions animate. */
export const MOTION_PROPS = ['opacity', 'scale', 'x', 'y', 'rotation', 'blur'] as const;

/** A property that a predefined motion animates. */
export type MotionProp = (typeof MOTION_PROPS)[number];

/** Keyframes by property, in order of time, relative to the start of the clip. */
export type MotionKeyframes = Partial<Record<MotionProp, Keyframe[]>>;

/** Input from which a motion computes its keyframes. */
interface MotionInput {
  /** Length of the clip. Seconds. */
  clipSec: number;
  /**
   * Length of the motion in seconds, at most that of the clip. For a motion that repeats, the length of one repetition.
   */
  lengthSec: number;
  /** Strength of the motion. 1 is the default, 0 is no motion. */
  intensity: number;
  /** Size of the canvas. Pixels. */
  width: number;
  height: number;
  /** Returns the value of a property without the motion, at a time of the clip. */
  rest(prop: MotionProp, atSec: number): number;
  /** Returns the next pseudo-random number, 0-1. The sequence is the same for the same clip. */
  random(): number;
}

/**
 * A predefined motion. It creates ordinary keyframes, which can be edited like any others.
 * In each property that it animates, they replace the existing keyframes between the first and the last new keyframe.
 */
export interface Motion {
  preset: MotionPreset;
  /** Phase of the motion: `in` is the entrance, `out` the exit, `whole` the whole length of the clip. */
  when: 'in' | 'out' | 'whole';
  /** Default length in seconds; `null`: the whole clip. */
  usualSec: number | null;
  /** Returns the maximum number of keyframes of one property, so that too long a motion can be refused in advance. */
  keyframes(input: Pick<MotionInput, 'clipSec' | 'lengthSec'>): number;
  expand(input: MotionInput): MotionKeyframes;
}

/** Default length of an entrance or exit motion. Seconds. */
const USUAL_SEC = 0.6;

/** Functions that compute the start value (for an exit, the end value) of each property from its resting value. */
type Away = Partial<Record<MotionProp, (rest: number, input: MotionInput) => number>>;

/**
 * Creates an entrance motion: at the start of a clip, the clip moves to its resting state. `away` computes the values
 * of the first keyframes at intensity 1.
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

/**
 * Creates an exit motion: at the end of a clip, the clip leaves its resting state. `away` computes the values of the
 * last keyframes at intensity 1.
 */
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

/** Function that returns the values of a property at the start and at the end. */
type Course = (rest: number, input: MotionInput) => [from: number, to: number];

/** Creates a motion at constant speed over the whole clip. */
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

/**
 * Point of one repetition of a motion: its time `at` (0-1), and its offset `add` from the resting value at intensity 1.
 */
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

/** Frequency of the shake in swings per second. `REACH`: maximum distance of the first swing in pixels. */
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
