import { refuse } from '../errors/refuse.ts';

/** How far something may be moved. Seconds, `minSec` <= 0 <= `maxSec`. */
export interface OffsetLimits {
  minSec: number;
  maxSec: number;
}

/**
 * An offset brought within its limits, with the sentence that reports it. Throws when there is no room at all in the
 * direction asked for. `because` ends the sentence "It was moved by x instead of y: ...".
 */
export function clampOffset(
  offsetSec: number,
  { minSec, maxSec }: OffsetLimits,
  because: string,
): { offsetSec: number; fixes: string[] } {
  if (offsetSec === 0) throw refuse('offset must not be 0: nothing would change. Give seconds, negative for earlier.');
  const clamped = Math.min(maxSec, Math.max(minSec, offsetSec));
  if (Math.abs(clamped) < 1e-6) throw refuse(`offset ${offsetSec} cannot be: ${because}. Choose the other direction.`);
  const fixes = clamped === offsetSec ? [] : [`It was moved by ${clamped} s instead of ${offsetSec}: ${because}.`];
  return { offsetSec: clamped, fixes };
}
