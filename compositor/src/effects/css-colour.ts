import { parseColor } from '@framemill/timeline/rendering';
import type { Colour } from '../graph/values.ts';

/** Parses a CSS colour into channels of 0-1. */
export function cssColour(css: string): Colour {
  const { r, g, b, a } = parseColor(css);
  return { r: r / 255, g: g / 255, b: b / 255, a };
}

/** Opaque black. */
export const black: Colour = { r: 0, g: 0, b: 0, a: 1 };
/** Opaque white. */
export const white: Colour = { r: 1, g: 1, b: 1, a: 1 };
