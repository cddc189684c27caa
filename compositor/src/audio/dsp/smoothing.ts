import { SAMPLE_RATE } from '../audio-format.ts';

/** Share of the way to its goal that a one-pole filter goes in a sample, so that it has 63 % of it after `seconds`. 1 for 0 s. */
export function stepOf(seconds: number): number {
  return seconds <= 0 ? 1 : 1 - Math.exp(-1 / (seconds * SAMPLE_RATE));
}

/** Follows the peaks of a level: up at once, down with the given time constant. */
export function createPeakFollower(releaseSec: number): (level: number) => number {
  const step = stepOf(releaseSec);
  // Not a variable: setting one that functions share makes an object of each fraction.
  const state = new Float64Array(1);
  return (level) => {
    const before = state[0] ?? 0;
    const followed = level > before ? level : before + (level - before) * step;
    const held = followed < 1e-15 ? 0 : followed;
    state[0] = held;
    return held;
  };
}
