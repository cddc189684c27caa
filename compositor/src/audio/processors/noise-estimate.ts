import { SAMPLE_RATE } from '../audio-format.ts';

/** Looks for the lowest power of each frequency over this time: speech pauses, noise does not. Seconds. */
const MEMORY_SEC = 1.5;
const PARTS = 6;
/** Powers are smoothed over about 60 ms first; the lowest of them is then about this many times below their mean. */
const SMOOTH = 0.2;
const BIAS = 1.5;

/** Estimates the steady noise in spectra. */
export interface NoiseEstimate {
  /** Takes the powers of the next window, gives the noise's power at each frequency. The array is its own and changes with the next call. */
  next(powers: Float64Array): Float64Array;
}

/**
 * Noise as the lowest power of the last 1.5 s (minimum statistics, Martin, IEEE Trans. SAP 9, 2001), between two limits that come from `floorDb`: at least
 * white noise of that level, at most a tone of that level. So hum is found wherever it is, and a held note above the level is not taken for noise.
 * For Hann windows of `size` samples that follow every `hop`.
 */
export function createNoiseEstimate(size: number, hop: number, floorDb: number): NoiseEstimate {
  const bins = size / 2 + 1;
  const level = 10 ** (floorDb / 10);
  // A Hann window's squares add up to 3/8 of its size, its values to 1/2.
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
