import { SAMPLE_RATE } from '../audio-format.ts';
import { createFft } from '../dsp/fft.ts';
import { gainOfDb } from '../dsp/levels.ts';
import type { ProcessorDefinition } from './processor.ts';

const SIZE = 2_048;
const HOP = SIZE / 4;
/**
 * Weight (0-1) of the previous analysis window in the estimate of the signal-to-noise ratio. High values avoid musical
 * noise (chirps of single frequencies).
 */
const INERTIA = 0.98;

/**
 * Noise reduction by a Wiener filter with decision-directed signal-to-noise estimates (Ephraim and Malah, IEEE Trans.
 * ASSP 32, 1984). In overlapping windows of 43 ms, each frequency that is no louder than the noise is lowered by up to
 * `reductionDb`. Both channels get the same gains, which preserves the stereo image. The latency is 2,048 samples. With
 * a reduction of 0 dB the audio is only delayed.
 */
export const denoise: ProcessorDefinition = {
  type: 'denoise',
  create(param) {
    const least = gainOfDb(-param('reductionDb'));
    const noise = createNoiseEstimate(SIZE, HOP, param('floorDb'));
    const fft = createFft(SIZE);
    const window = Float64Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SIZE));
    const gains = new Float64Array(SIZE / 2 + 1).fill(1);
    const powers = new Float64Array(SIZE / 2 + 1);
    /** Power of the previous window's output, relative to the noise, for each frequency. */
    const cleaned = new Float64Array(SIZE / 2 + 1);
    // Left is the real part and right the imaginary one: equal gains for k and -k keep the two separate.
    const history = { re: new Float64Array(SIZE), im: new Float64Array(SIZE) };
    const sum = { re: new Float64Array(SIZE), im: new Float64Array(SIZE) };
    const re = new Float64Array(SIZE);
    const im = new Float64Array(SIZE);
    let inHop = 0;

    function shapeGains(): void {
      for (let k = 0; k <= SIZE / 2; k++) {
        const m = (SIZE - k) % SIZE;
        powers[k] = ((re[k] ?? 0) ** 2 + (im[k] ?? 0) ** 2 + (re[m] ?? 0) ** 2 + (im[m] ?? 0) ** 2) / 4;
      }
      const floor = noise.next(powers);
      for (let k = 0; k <= SIZE / 2; k++) {
        const ratio = (powers[k] ?? 0) / (floor[k] ?? 1);
        const standsOut = INERTIA * (cleaned[k] ?? 0) + (1 - INERTIA) * Math.max(0, ratio - 1);
        const gain = Math.max(least, standsOut / (1 + standsOut));
        gains[k] = gain;
        cleaned[k] = gain * gain * ratio;
      }
    }

    function transformWindow(): void {
      for (let i = 0; i < SIZE; i++) {
        re[i] = (history.re[i] ?? 0) * (window[i] ?? 0);
        im[i] = (history.im[i] ?? 0) * (window[i] ?? 0);
      }
      fft.forward(re, im);
      shapeGains();
      for (let k = 0; k < SIZE; k++) {
        const gain = gains[k <= SIZE / 2 ? k : SIZE - k] ?? 1;
        re[k] = (re[k] ?? 0) * gain;
        im[k] = (im[k] ?? 0) * gain;
      }
      fft.inverse(re, im);
      // The squares of four overlapping Hann windows add up to 1.5.
      for (let i = 0; i < SIZE; i++) {
        sum.re[i] = (sum.re[i] ?? 0) + ((re[i] ?? 0) * (window[i] ?? 0)) / 1.5;
        sum.im[i] = (sum.im[i] ?? 0) + ((im[i] ?? 0) * (window[i] ?? 0)) / 1.5;
      }
    }

    function step(): void {
      for (const part of [sum.re, sum.im]) {
        part.copyWithin(0, HOP);
        part.fill(0, SIZE - HOP);
      }
      transformWindow();
      history.re.copyWithin(0, HOP);
      history.im.copyWithin(0, HOP);
      inHop = 0;
    }

    return {
      latency: SIZE,
      process({ left, right }, count) {
        for (let i = 0; i < count; i++) {
          history.re[SIZE - HOP + inHop] = left[i] ?? 0;
          history.im[SIZE - HOP + inHop] = right[i] ?? 0;
          left[i] = sum.re[inHop] ?? 0;
          right[i] = sum.im[inHop] ?? 0;
          inHop += 1;
          if (inHop === HOP) step();
        }
      },
    };
  },
};

/**
 * Time span in which the minimum power of each frequency is searched, in seconds. Speech pauses within this time,
 * stationary noise does not.
 */
const MEMORY_SEC = 1.5;
const PARTS = 6;
/**
 * Smoothing coefficient of the powers, over about 60 ms. `BIAS` corrects for the minimum of the smoothed power being
 * below its mean.
 */
const SMOOTH = 0.2;
const BIAS = 1.5;

/** Estimates the stationary noise in successive spectra. */
export interface NoiseEstimate {
  /**
   * Takes the powers of the next window and returns the noise power at each frequency. The next call overwrites the
   * returned array.
   */
  next(powers: Float64Array): Float64Array;
}

/**
 * Creates an estimator that uses the minimum power of the last 1.5 s as noise (minimum statistics, Martin, IEEE Trans.
 * SAP 9, 2001). It is for Hann windows of `size` samples, one every `hop` samples. `floorDb` limits the estimate: it is
 * at least the power of white noise of this level, and at most that of a tone of this level. Hum is therefore found at
 * any frequency, and a louder sustained musical note does not count as noise.
 */
function createNoiseEstimate(size: number, hop: number, floorDb: number): NoiseEstimate {
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
