/** Kind of the parts of a text that are animated separately. */
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
  /** Whether the unit is clipped to its own place in the line, wherever it moves. */
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
