import { firstPlace } from './first-place.ts';

/** A range of the timeline that is removed. Seconds. */
export interface ClosedStretch {
  startSec: number;
  lengthSec: number;
}

/**
 * Returns a function that computes how many seconds earlier a time is once ranges are removed: the sum of the removed
 * time before it.
 * The ranges must be in order and must not overlap. Each lookup takes logarithmic time.
 */
export function closedTime(stretches: readonly ClosedStretch[]): (sec: number) => number {
  const before: number[] = [];
  let sum = 0;
  for (const { lengthSec } of stretches) {
    before.push(sum);
    sum += lengthSec;
  }
  return (sec) => {
    const place = firstPlace(stretches, ({ startSec }) => startSec >= sec) - 1;
    const last = stretches[place];
    return last ? (before[place] ?? 0) + Math.min(last.lengthSec, sec - last.startSec) : 0;
  };
}
