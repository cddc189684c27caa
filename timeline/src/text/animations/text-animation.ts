import type { Direction, EasingName, TextAnimation } from '../../vocabulary/index.ts';

/** Phase of a text animation: entrance (in), exit (out), or continuous (loop). */
export type TextPhase = 'in' | 'out' | 'loop';

/** Time and progress of one text unit (a character, word or line) in its animation. */
export interface UnitMoment {
  phase: TextPhase;
  /**
   * Eased progress: 0 is farthest from rest, 1 is at rest. It may overshoot. A loop oscillates from 1 to 0 and back
   * once a cycle.
   */
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

/**
 * Definition of a text animation: computes the state of a text unit at a time, and has the defaults for settings that a
 * document omits.
 */
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
  /** Whether a loop animates the units one after the other and starts again after the last. */
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

/** Kind of text unit that is animated separately: each character, word or line, or the whole text (`all`). */
export type GlyphClusterKind = 'character' | 'word' | 'line' | 'all';

/**
 * Difference of a text unit from its state at rest; absent fields are at rest.
 * Lengths are multiples of the font size, x to the right, y downwards. Scale, rotation and skew are about the middle of
 * the unit.
 */
export interface UnitState {
  /** Opacity, 0-1. */
  opacity?: number;
  x?: number;
  y?: number;
  /** Scale factors. */
  scaleX?: number;
  scaleY?: number;
  /** Rotation in degrees, clockwise. */
  rotation?: number;
  /** Skew in degrees. */
  skewX?: number;
  /** Blur as a standard deviation. */
  blur?: number;
  /** Spacing added after each character of the unit. */
  letterSpacing?: number;
  /** Whether the unit is clipped to the box that it has in the line at rest, wherever it moves. */
  inPlace?: boolean;
  /** Text that replaces the unit's own. */
  text?: string;
  /** Share of the unit that has the active colour, 0-1, in reading direction. */
  fill?: number;
  /** Strength of the active colour on the whole unit, 0-1. */
  active?: number;
  /** Strength of the box behind the unit, 0-1. */
  box?: number;
  /** CSS colour that replaces the unit's own. */
  color?: string;
}

/** Whether a unit looks the same as without animation. */
export function isAtRest(state: UnitState): boolean {
  const { opacity = 1, x = 0, y = 0, scaleX = 1, scaleY = 1, rotation = 0, skewX = 0 } = state;
  const { blur = 0, letterSpacing = 0, fill = 0, active = 0, box = 0 } = state;
  const still = x === 0 && y === 0 && scaleX === 1 && scaleY === 1 && rotation === 0 && skewX === 0;
  const plain = opacity === 1 && blur === 0 && letterSpacing === 0 && fill === 0 && active === 0 && box === 0;
  return still && plain && state.text === undefined && state.color === undefined;
}
