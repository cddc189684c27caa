import { SAMPLE_RATE } from '../audio-format.ts';

/**
 * Duration over which the lowest power of each frequency is searched, in seconds. Speech pauses within it, noise does
 * not.
 */
const MEMORY_SEC = 1.5;
const PARTS = 6;
/**
 * Smoothing coefficient of the powers, over about 60 ms. `BIAS` corrects that the lowest smoothed power is below the
 * mean.
 */
const SMOOTH = 0.2;
const BIAS = 1.5;

/** Estimator of the stationary noise in spectra. */
export interface NoiseEstimate {
  /**
   * Takes the powers of the next window and returns the noise power at each frequency. The array is reused by the next
   * call.
   */
  next(powers: Float64Array): Float64Array;
}

/**
 * Creates an estimator that takes the lowest power of the last 1.5 s as noise (minimum statistics, Martin, IEEE Trans.
 * SAP 9, 2001). `floorDb` limits the result: at least white noise of that level, at most a tone of that level. Hum is
 * therefore found at any frequency, and a held note above the level does not count as noise. For Hann windows of `size`
 * samples, one every `hop` samples.
 */
export function createNoiseEstimate(size: number, hop: number, floorDb: number): NoiseEstimate {
  const bins = size / 2 + 1;
  const level = 10 ** (floorDb / 10);
  // The squares of a Hann window add up to 3/8 of its size, its values to 1/2.
  const white = level * size * 0.375;
  const tone = (level * (size / 2) ** 2) / 2;
  const smoothed = new Float64Array(bins);
  const lows = Array.from({ length: PARTS }, () => new Float64Array(bins).fill(Number.POSITIVE_INFINITY));
  const result = new Float64Array(bins);
  const windowsAPart = Math.max(1, Math.round((MEMORY_SEC * SAMPLE_RATE) / hop / PARTS));
  let windows = 0;
  return {
    next(powers) {
      const part = Math.floor(windows / windowsAPart) % PARTS;
      const low = lows[part];
      if (windows % windowsAPart === 0) low?.fill(Number.POSITIVE_INFINITY);
      for (let k = 0; k < bins; k++) {
        const power = powers[k] ?? 0;
        const before = smoothed[k] ?? 0;
        const smooth = windows === 0 ? power : before + (power - before) * SMOOTH;
        smoothed[k] = smooth;
        if (low && smooth < (low[k] ?? 0)) low[k] = smooth;
        let lowest = Number.POSITIVE_INFINITY;
        for (const one of lows) lowest = Math.min(lowest, one[k] ?? lowest);
        result[k] = Math.max(white, Math.min(lowest * BIAS, tone));
      }
      windows += 1;
      return result;
    },
  };
}
