import { short } from '../short-number.ts';

/** Pieces of a soft edge: each is straight, the edge is a smoothstep. */
const pieces = 16;

/** Stops of a gradient between two offsets (0-1): one colour (CSS) from nothing to `alpha` along a smoothstep, or back. */
export function softStops(from: number, to: number, { colour, alpha, falls }: SoftStops): string {
  return Array.from({ length: pieces + 1 }, (_, index) => {
    const t = index / pieces;
    const s = falls ? 1 - t : t;
    const opacity = short(s * s * (3 - 2 * s) * alpha);
    return `<stop offset="${short(from + (to - from) * t)}" stop-color="${colour}" stop-opacity="${opacity}"/>`;
  }).join('');
}

interface SoftStops {
  readonly colour: string;
  readonly alpha: number;
  /** True: it ends at nothing. */
  readonly falls: boolean;
}
