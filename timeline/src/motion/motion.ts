import type { Keyframe } from '../document/keyframe.ts';
import type { MotionPreset } from '../vocabulary/index.ts';

/** Properties that motions animate. */
export const MOTION_PROPS = ['opacity', 'scale', 'x', 'y', 'rotation', 'blur'] as const;

/** A property that a predefined motion animates. */
export type MotionProp = (typeof MOTION_PROPS)[number];

/** Keyframes by property, in order of time, relative to the start of the clip. */
export type MotionKeyframes = Partial<Record<MotionProp, Keyframe[]>>;

/** Input from which a motion computes its keyframes. */
export interface MotionInput {
  /** Length of the clip. Seconds. */
  clipSec: number;
  /** Length of the motion, at most that of the clip; of one round when it repeats. Seconds. */
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
 * They replace the existing keyframes of a property between its first and its last keyframe.
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
export const USUAL_SEC = 0.6;
