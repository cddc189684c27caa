import { SAMPLE_RATE } from '../audio-format.ts';

/**
 * Coefficients of a second-order filter, normalised by a0: y = b0 x + b1 x' + b2 x'' - a1 y' - a2 y''. Here x' and x''
 * are the previous two inputs, and y' and y'' the previous two outputs.
 */
export interface BiquadCoefficients {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** Second-order filter of one channel. Its state is in double precision, so that low corner frequencies stay exact. */
export interface Biquad {
  /** Filters one sample and returns the result. */
  next(value: number): number;
  /** Filters `count` samples of `values` in place. */
  process(values: Float32Array | Float64Array, count: number): void;
}

/** Magnitude below which the filter state is set to zero. Computing with denormal numbers is a hundred times slower. */
const TINY = 1e-30;

/** Creates a filter with zero state (transposed direct form II). */
export function createBiquad({ b0, b1, b2, a1, a2 }: BiquadCoefficients): Biquad {
  const state = new Float64Array(2);
  // The engine treats elements of a Float64Array as doubles, but not variables shared by functions: 2.7 times as fast.
  const factors = Float64Array.of(b0, b1, b2, a1, a2);
  return {
    next(value) {
      const result = b0 * value + (state[0] ?? 0);
      state[0] = settled(b1 * value - a1 * result + (state[1] ?? 0));
      state[1] = settled(b2 * value - a2 * result);
      return result;
    },
    process(values, count) {
      const f0 = factors[0] ?? 0;
      const f1 = factors[1] ?? 0;
      const f2 = factors[2] ?? 0;
      const f3 = factors[3] ?? 0;
      const f4 = factors[4] ?? 0;
      let s1 = state[0] ?? 0;
      let s2 = state[1] ?? 0;
      for (let i = 0; i < count; i++) {
        const value = values[i] ?? 0;
        const result = f0 * value + s1;
        s1 = settled(f1 * value - f3 * result + s2);
        s2 = settled(f2 * value - f4 * result);
        values[i] = result;
      }
      state[0] = s1;
      state[1] = s2;
    },
  };
}

function settled(state: number): number {
  return state < TINY && state > -TINY ? 0 : state;
}

/** Computes the gain of a filter (1 = unchanged) for a sine of `hertz` at `rate` samples a second: |H(e^jw)|. */
export function gainAt({ b0, b1, b2, a1, a2 }: BiquadCoefficients, hertz: number, rate: number): number {
  const w = (2 * Math.PI * hertz) / rate;
  const magnitude = (c0: number, c1: number, c2: number) =>
    Math.hypot(c0 + c1 * Math.cos(w) + c2 * Math.cos(2 * w), c1 * Math.sin(w) + c2 * Math.sin(2 * w));
  return magnitude(b0, b1, b2) / magnitude(1, a1, a2);
}

/*
 * Filters of Robert Bristow-Johnson's "Cookbook formulae for audio equalizer biquad filter coefficients" (W3C Note,
 * 2021), at 48 kHz. Corner frequencies are in hertz, 20-20,000.
 */

/** Returns a low-pass filter that falls by 12 dB an octave above the corner. With `q` 0.71 it is flat below. */
export function lowpass(hertz: number, q: number): BiquadCoefficients {
  const { cos, alpha } = angleOf(hertz, q);
  return normalised([(1 - cos) / 2, 1 - cos, (1 - cos) / 2], [1 + alpha, -2 * cos, 1 - alpha]);
}

/** Returns a high-pass filter that falls by 12 dB an octave below the corner. */
export function highpass(hertz: number, q: number): BiquadCoefficients {
  const { cos, alpha } = angleOf(hertz, q);
  return normalised([(1 + cos) / 2, -(1 + cos), (1 + cos) / 2], [1 + alpha, -2 * cos, 1 - alpha]);
}

/** Returns a peaking filter with `gainDb` at the middle of the band and 0 dB far from it. */
export function peaking(hertz: number, q: number, gainDb: number): BiquadCoefficients {
  const { cos, alpha } = angleOf(hertz, q);
  const a = 10 ** (gainDb / 40);
  return normalised([1 + alpha * a, -2 * cos, 1 - alpha * a], [1 + alpha / a, -2 * cos, 1 - alpha / a]);
}

/** Returns a low-shelf filter with `gainDb` far below the corner and half of it (in dB) at the corner. */
export function lowshelf(hertz: number, gainDb: number): BiquadCoefficients {
  const { cos, alpha } = angleOf(hertz, Math.SQRT1_2);
  const a = 10 ** (gainDb / 40);
  const root = 2 * Math.sqrt(a) * alpha;
  return normalised(
    [a * (a + 1 - (a - 1) * cos + root), 2 * a * (a - 1 - (a + 1) * cos), a * (a + 1 - (a - 1) * cos - root)],
    [a + 1 + (a - 1) * cos + root, -2 * (a - 1 + (a + 1) * cos), a + 1 + (a - 1) * cos - root],
  );
}

/** Returns a high-shelf filter with `gainDb` far above the corner and half of it (in dB) at the corner. */
export function highshelf(hertz: number, gainDb: number): BiquadCoefficients {
  const { cos, alpha } = angleOf(hertz, Math.SQRT1_2);
  const a = 10 ** (gainDb / 40);
  const root = 2 * Math.sqrt(a) * alpha;
  return normalised(
    [a * (a + 1 + (a - 1) * cos + root), -2 * a * (a - 1 + (a + 1) * cos), a * (a + 1 + (a - 1) * cos - root)],
    [a + 1 - (a - 1) * cos + root, 2 * (a - 1 - (a + 1) * cos), a + 1 - (a - 1) * cos - root],
  );
}

function angleOf(hertz: number, q: number): { cos: number; alpha: number } {
  const angle = (2 * Math.PI * hertz) / SAMPLE_RATE;
  return { cos: Math.cos(angle), alpha: Math.sin(angle) / (2 * q) };
}

function normalised(b: [number, number, number], a: [number, number, number]): BiquadCoefficients {
  return { b0: b[0] / a[0], b1: b[1] / a[0], b2: b[2] / a[0], a1: a[1] / a[0], a2: a[2] / a[0] };
}
