/** A part of a text that moves on its own. */
export type GlyphClusterKind = 'character' | 'word' | 'line' | 'all';

/**
 * How a unit of a text differs from how it rests; what is absent is at rest. Lengths are multiples of the font size, x to
 * the right, y downwards. Scale, rotation and skew are about the middle of the unit.
 */
export interface UnitState {
  /** 0-1. */
  opacity?: number;
  x?: number;
  y?: number;
  /** Factors. */
  scaleX?: number;
  scaleY?: number;
  /** Degrees clockwise. */
  rotation?: number;
  /** Degrees. */
  skewX?: number;
  /** Standard deviation. */
  blur?: number;
  /** Added after each character of the unit. */
  letterSpacing?: number;
  /** Only what is inside the unit's own place in its line shows, wherever the unit moves. */
  inPlace?: boolean;
  /** Stands instead of the unit's own text. */
  text?: string;
  /** 0-1, the part that has the active colour, in reading direction. */
  fill?: number;
  /** 0-1, how much of the active colour the whole unit has. */
  active?: number;
  /** 0-1, how much of the box behind the unit is there. */
  box?: number;
  /** A CSS colour instead of the unit's own. */
  color?: string;
}

/** True when a unit looks as it does without any animation. */
export function isAtRest(state: UnitState): boolean {
  const { opacity = 1, x = 0, y = 0, scaleX = 1, scaleY = 1, rotation = 0, skewX = 0 } = state;
  const { blur = 0, letterSpacing = 0, fill = 0, active = 0, box = 0 } = state;
  const still = x === 0 && y === 0 && scaleX === 1 && scaleY === 1 && rotation === 0 && skewX === 0;
  const plain = opacity === 1 && blur === 0 && letterSpacing === 0 && fill === 0 && active === 0 && box === 0;
  return still && plain && state.text === undefined && state.color === undefined;
}
