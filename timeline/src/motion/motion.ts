import type { Keyframe } from '../document/keyframe.ts';
import type { MotionPreset } from '../vocabulary/index.ts';

/** Properties that motions drive. */
export const MOTION_PROPS = ['opacity', 'scale', 'x', 'y', 'rotation', 'blur'] as const;

/** A property that a ready-made motion animates. */
export type MotionProp = (typeof MOTION_PROPS)[number];

/** Keyframes by property, in order of time, relative to the start of the clip. */
export type MotionKeyframes = Partial<Record<MotionProp, Keyframe[]>>;

/** What a motion is made for. */
export interface MotionInput {
  /** Length of the clip. Seconds. */
  clipSec: number;
  /** Length of the motion, at most the clip; of one round when it loops. Seconds. */
  lengthSec: number;
  /** How strong it is; 1 is the usual strength, 0 no motion. */
  intensity: number;
  /** Size of the canvas. Pixels. */
  width: number;
  height: number;
  /** The value that a property has without the motion, at a time of the clip. */
  rest(prop: MotionProp, atSec: number): number;
  /** 0-1, another at each call; the same row for the same clip. */
  random(): number;
}

/**
 * A ready-made motion. It answers ordinary keyframes, so what it makes can be changed like any other; between its first
 * and last keyframe of a property the ones that were there give way.
 */
export interface Motion {
  preset: MotionPreset;
  /** Whether the clip comes with it, goes with it, or moves with it for its whole length. */
  when: 'in' | 'out' | 'whole';
  /** Length when none is asked for. Seconds; null: the whole clip. */
  usualSec: number | null;
  /** Most keyframes of one property, so that a motion too long can be refused before it is made. */
  keyframes(input: Pick<MotionInput, 'clipSec' | 'lengthSec'>): number;
  expand(input: MotionInput): MotionKeyframes;
}

/** The usual length of a motion in or out. Seconds. */
export const USUAL_SEC = 0.6;
