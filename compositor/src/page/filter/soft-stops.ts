import { short } from '../short-number.ts';

/** Number of linear sections by which the smoothstep of a soft edge is approximated. */
const pieces = 16;

/**
 * Returns the stops of a gradient between two offsets (0-1): one CSS colour from transparent to `alpha` along a
 * smoothstep, or back.
 */
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
  /** Whether the opacity falls to 0 instead of rising from 0. */
  readonly falls: boolean;
}
