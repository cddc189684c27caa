import { escapeText } from '../escape.ts';

/** When an element is there, as players read it. */
export interface Timing {
  readonly startSec: number;
  readonly endSec: number;
  readonly lane: number;
}

/** `data-start`, `data-duration` and `data-track-index`. Seconds in full: rounded ones would miss their frame. */
export function timingAttributes({ startSec, endSec, lane }: Timing): string {
  return `data-start="${startSec}" data-duration="${lengthSec(startSec, endSec)}" data-track-index="${lane}"`;
}

/** An attribute; nothing for undefined. */
export function attribute(name: string, value: string | number | undefined): string {
  return value === undefined ? '' : ` ${name}="${escapeText(String(value))}"`;
}

// Players add the two up again: their sum must not lie a double beyond the end, or the last frame shows twice.
function lengthSec(startSec: number, endSec: number): number {
  const length = endSec - startSec;
  return startSec + length > endSec ? length * (1 - Number.EPSILON) : length;
}
