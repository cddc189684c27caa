import { refuse } from '../errors/refuse.ts';

/** Range in which something may be moved. Seconds, `minSec` <= 0 <= `maxSec`. */
export interface OffsetLimits {
  minSec: number;
  maxSec: number;
}

/**
 * Limits an offset to its range and reports the change as a fix.
 * Throws `invalid_request` when nothing can be moved in the requested direction. `because` ends the sentence "It was
 * moved by x instead of y: ...".
 */
export function clampOffset(
  offsetSec: number,
  { minSec, maxSec }: OffsetLimits,
  because: string,
): { offsetSec: number; fixes: string[] } {
  if (offsetSec === 0) throw refuse('offset must not be 0: nothing would change. Give seconds, negative for earlier.');
  const clamped = Math.min(maxSec, Math.max(minSec, offsetSec));
  if (Math.abs(clamped) < 1e-6)
    throw refuse(`offset ${offsetSec} is not possible: ${because}. Choose the other direction.`);
  const fixes = clamped === offsetSec ? [] : [`It was moved by ${clamped} s instead of ${offsetSec}: ${because}.`];
  return { offsetSec: clamped, fixes };
}
