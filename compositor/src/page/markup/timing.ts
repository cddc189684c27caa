import { escapeText } from '../escape.ts';

/** Time span and lane of an element, as players read them. */
export interface Timing {
  readonly startSec: number;
  readonly endSec: number;
  readonly lane: number;
}

/**
 * Returns the attributes `data-start`, `data-duration` and `data-track-index`. Seconds are not rounded, because
 * rounding would miss the frame.
 */
export function timingAttributes({ startSec, endSec, lane }: Timing): string {
  return `data-start="${startSec}" data-duration="${lengthSec(startSec, endSec)}" data-track-index="${lane}"`;
}

/** Returns an attribute with a leading space; an empty string when `value` is undefined. */
export function attribute(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeText(String(value))}"`;
}

// Players add start and duration again: a sum that exceeds the end by rounding would show the last frame twice.
function lengthSec(startSec: number, endSec: number): number {
  const length = endSec - startSec;
  return startSec + length > endSec ? length * (1 - Number.EPSILON) : length;
}
