import type { Direction, EasingName, TextAnimation } from '../../vocabulary/index.ts';

/** Phase of a text animation: entrance (in), exit (out), or continuous (loop). */
export type TextPhase = 'in' | 'out' | 'loop';

/** Time and progress of one text unit (a character, word or line) in its animation. */
export interface UnitMoment {
  phase: TextPhase;
  /**
   * Progress with easing: at 0 the unit is farthest from its normal state, at 1 it has its normal state. It may
   * overshoot. In a loop it goes from 1 to 0 and back once a cycle.
   */
  progress: number;
  /** Progress, 0-1, without easing. */
  linear: number;
  /** Progress of a loop's cycle, 0-1; 0 in other phases. */
  cycle: number;
  /** Time since the clip's start, in seconds. */
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
  /** Default duration for one unit, in seconds. A loop without `takesTurns` has a cycle of `LOOP_SEC` instead. */
  duration: number;
  /** Delay from one unit to the next, in seconds. */
  stagger: number;
  direction: Direction;
  easing: EasingName;
  /** Whether a unit keeps its state at progress 1 after phase `in` has ended. */
  holds?: boolean;
  /** Whether a loop animates the units one after the other and starts again after the last. */
  takesTurns?: boolean;
  /** Whether the last unit exits first in phase out. */
  lastFirst?: boolean;
  /** Whether the animation replaces the text of units, so that they must not be split further. */
  replacesText?: boolean;
  /** Whether the animation changes the distances between the characters of a unit. */
  spreads?: boolean;
  state(moment: UnitMoment): UnitState;
}

/** Length of a loop's cycle, in seconds. */
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
 * Difference of a text unit from its normal state; absent fields are unchanged. Lengths are multiples of the font size,
 * x to the right, y downwards. The origin of scale, rotation and skew is the centre of the unit.
 */
export interface UnitState {
  /** Opacity, 0-1. */
  opacity?: number;
  x?: number;
  y?: number;
  /** Horizontal scale factor. `scaleY` is the vertical one. */
  scaleX?: number;
  scaleY?: number;
  /** Rotation in degrees, clockwise. */
  rotation?: number;
  /** Horizontal skew in degrees. */
  skewX?: number;
  /** Standard deviation of a Gaussian blur, as a multiple of the font size. */
  blur?: number;
  /** Spacing added after each character of the unit, as a multiple of the font size. */
  letterSpacing?: number;
  /** Whether the unit is clipped to the box that it has in the line without animation, wherever it moves. */
  inPlace?: boolean;
  /** Text that replaces the unit's own. */
  text?: string;
  /** Fraction of the unit (0-1) that has the active colour, in reading direction. */
  fill?: number;
  /** Weight of the active colour on the whole unit, 0-1. */
  active?: number;
  /** Opacity of the box behind the unit, 0-1. */
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
