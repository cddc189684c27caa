import type { Direction, EasingName, TextAnimation } from '../../vocabulary/index.ts';
import type { GlyphClusterKind, UnitState } from './unit-state.ts';

/** Phase of a text animation: entrance (in), exit (out), or continuous (loop). */
export type TextPhase = 'in' | 'out' | 'loop';

/** State of a unit in its animation. */
export interface UnitMoment {
  phase: TextPhase;
  /** Eased progress: 0 away, 1 at rest. It may overshoot. A loop oscillates from 1 to 0 and back once a cycle. */
  progress: number;
  /** Progress without easing. */
  linear: number;
  /** Progress of a loop's cycle, 0-1; 0 in other phases. */
  cycle: number;
  /** Time since the clip's start. Seconds. */
  timeSec: number;
  /** Index of the unit, in reading order. */
  index: number;
  direction: Direction;
  /** Text of the unit. */
  text: string;
  /** Returns a pseudo-random number, 0-1, which is the same for the same text, unit and `tick`. */
  random(tick: number): number;
}

/** A text animation: the state of a unit at a time, and the defaults for all that a document does not set. */
export interface TextAnimationDefinition {
  name: TextAnimation;
  unit: GlyphClusterKind;
  /** Duration for one unit. Seconds; the default for a loop's cycle is `LOOP_SEC` instead. */
  duration: number;
  /** Delay from one unit to the next. Seconds. */
  stagger: number;
  direction: Direction;
  easing: EasingName;
  /** Whether, after phase `in`, a unit keeps its state at progress 1. */
  holds?: boolean;
  /** Whether the units of a loop are animated one after the other, and all start again after the last. */
  takesTurns?: boolean;
  /** Whether the last unit exits first in phase out. */
  lastFirst?: boolean;
  /** Whether the animation replaces the text of units, so that they must not be split further. */
  replacesText?: boolean;
  /** Whether the animation moves the characters of a unit apart. */
  spreads?: boolean;
  state(moment: UnitMoment): UnitState;
}

/** Length of a loop's cycle. Seconds. */
export const LOOP_SEC = 2;

/** Returns the offset for `distance` (multiples of the font size) in a direction. */
export function away(direction: Direction, distance: number): { x: number; y: number } {
  switch (direction) {
    case 'left':
      return { x: -distance, y: 0 };
    case 'right':
      return { x: distance, y: 0 };
    case 'up':
      return { x: 0, y: -distance };
    case 'down':
      return { x: 0, y: distance };
  }
}
