import { SAMPLE_RATE } from '../audio-format.ts';

/** Converts a level change in decibels to an amplitude factor. */
export function gainOfDb(db: number): number {
  return 10 ** (db / 20);
}

/** Converts an amplitude of 0 or more to decibels; minus infinity for 0. */
export function dbOfGain(gain: number): number {
  return 20 * Math.log10(gain);
}

/**
 * Returns the coefficient of a one-pole smoothing filter with the time constant `seconds`. In each sample, the output
 * moves by this fraction of its distance to the input. After `seconds`, it has moved 63 % of the way. The result is 1
 * for 0 s.
 */
export function stepOf(seconds: number): number {
  return seconds <= 0 ? 1 : 1 - Math.exp(-1 / (seconds * SAMPLE_RATE));
}

/**
 * Creates a peak follower of a level: it rises immediately and falls with the time constant `releaseSec`, in seconds.
 */
export function createPeakFollower(releaseSec: number): (level: number) => number {
  const step = stepOf(releaseSec);
  // Not a variable: assigning one that functions share allocates an object for each fraction.
  const state = new Float64Array(1);
  return (level) => {
    const before = state[0] ?? 0;
    const followed = level > before ? level : before + (level - before) * step;
    const held = followed < 1e-15 ? 0 : followed;
    state[0] = held;
    return held;
  };
}
