/** A stretch of a film. Seconds, the end excluded. */
export interface Stretch {
  startSec: number;
  endSec: number;
}

/** Collects what goes on from frame to frame: `add` in the order of time, `finish` at the end of the film. */
export interface StretchFinder {
  add(atSec: number, holds: boolean): void;
  finish(endSec: number): Stretch[];
}

/** Finds the stretches in which something holds. */
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

/** The parts of stretches that lie in others, both in order and without overlap, that last `leastSec` at least. */
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
