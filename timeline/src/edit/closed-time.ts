import { firstPlace } from './first-place.ts';

/** A stretch of the timeline that goes. Seconds. */
export interface ClosedStretch {
  startSec: number;
  lengthSec: number;
}

/**
 * How far up a moment moves when stretches are closed: all of those before it, and of the one that it lies in the part
 * before it. The stretches do not overlap and are in order; each answer takes time that grows with their logarithm.
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
