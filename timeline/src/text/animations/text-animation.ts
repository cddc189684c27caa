import type { Direction, EasingName, TextAnimation } from '../../vocabulary/index.ts';
import type { GlyphClusterKind, UnitState } from './unit-state.ts';

/** When an animation of a text runs: as it comes, as it goes, or all the time. */
export type TextPhase = 'in' | 'out' | 'loop';

/** Where a unit is in its animation. */
export interface UnitMoment {
  phase: TextPhase;
  /** 0 away, 1 at rest; eased, so it may overshoot. A loop swings from 1 to 0 and back once a cycle. */
  progress: number;
  /** The same without easing. */
  linear: number;
  /** 0-1, how far a loop's cycle is; 0 in other phases. */
  cycle: number;
  /** Time since the clip's start. */
  timeSec: number;
  /** Of the unit, in reading order. */
  index: number;
  direction: Direction;
  /** What the unit says. */
  text: string;
  /** A number 0-1 that looks random: the same for the same text, unit and `tick`. */
  random(tick: number): number;
}

/** A member of the family: what a unit looks like at a moment, and what a document leaves open. */
export interface TextAnimationDefinition {
  name: TextAnimation;
  unit: GlyphClusterKind;
  /** Of one unit; a loop's cycle takes `LOOP_SEC` when nothing is said. Seconds. */
  duration: number;
  /** From one unit to the next. Seconds. */
  stagger: number;
  direction: Direction;
  easing: EasingName;
  /** True: after phase `in` a unit keeps how it looks at progress 1. */
  holds?: boolean;
  /** True: as a loop, units have their moment one after the other, and all begin anew after the last. */
  takesTurns?: boolean;
  /** True: in phase out the last unit goes first. */
  lastFirst?: boolean;
  /** True: units say something else meanwhile, so they are not split any further. */
  replacesText?: boolean;
  /** True: it moves the characters of a unit apart. */
  spreads?: boolean;
  state(moment: UnitMoment): UnitState;
}

/** A cycle of a loop. Seconds. */
export const LOOP_SEC = 2;

/** A place `distance` (multiples of the font size) away on the side that `direction` names. */
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
