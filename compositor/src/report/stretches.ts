/** Time range of a video in seconds; the end is excluded. */
export interface Stretch {
  startSec: number;
  endSec: number;
}

/**
 * Finds the time ranges in which a condition is true. Call `add` in order of time, and `finish` at the end of the
 * video.
 */
export interface StretchFinder {
  add(atSec: number, holds: boolean): void;
  finish(endSec: number): Stretch[];
}

/** Creates a finder that collects the time ranges in which one condition is true. */
export function createStretchFinder(): StretchFinder {
  const found: Stretch[] = [];
  let since: number | null = null;
  const end = (atSec: number) => {
    if (since !== null) found.push({ startSec: since, endSec: atSec });
    since = null;
  };
  return {
    add(atSec, holds) {
      if (holds) since ??= atSec;
      else end(atSec);
    },
    finish(endSec) {
      end(endSec);
      return found;
    },
  };
}

/**
 * Returns the time ranges that are in both lists and last at least `leastSec`. Each list must be in order of time, and
 * its ranges must not overlap.
 */
export function within(stretches: readonly Stretch[], others: readonly Stretch[], leastSec: number): Stretch[] {
  return stretches
    .flatMap(({ startSec, endSec }) =>
      others.map((other) => ({
        startSec: Math.max(startSec, other.startSec),
        endSec: Math.min(endSec, other.endSec),
      })),
    )
    .filter(({ startSec, endSec }) => endSec - startSec >= leastSec - 1e-6);
}
