/** Coefficients of a second-order filter, divided by a0. y = b0 x + b1 x' + b2 x'' - a1 y' - a2 y''. */
export interface BiquadCoefficients {
  readonly b0: number;
  readonly b1: number;
  readonly b2: number;
  readonly a1: number;
  readonly a2: number;
}

/** A second-order filter of one channel; state in doubles, so that low corners stay exact. */
export interface Biquad {
  /** The next sample. */
  next(value: number): number;
  /** Filters `count` samples of `values` in place. */
  process(values: Float32Array, count: number): void;
}

/** Below this the state is zero: numbers near the smallest double are a hundred times slower. */
const TINY = 1e-30;

/** Starts a filter at rest (transposed direct form II). */
export function createBiquad({ b0, b1, b2, a1, a2 }: BiquadCoefficients): Biquad {
  let s1 = 0;
  let s2 = 0;
  function next(value: number): number {
    const result = b0 * value + s1;
    s1 = b1 * value - a1 * result + s2;
    s2 = b2 * value - a2 * result;
    if (s1 < TINY && s1 > -TINY) s1 = 0;
    if (s2 < TINY && s2 > -TINY) s2 = 0;
    return result;
  }
  return {
    next,
    process(values, count) {
      for (let i = 0; i < count; i++) values[i] = next(values[i] ?? 0);
    },
  };
}

/** Gain of a filter (1 = unchanged) for a sine of `hertz` at `rate` samples a second: |H(e^jw)|. */
export function gainAt({ b0, b1, b2, a1, a2 }: BiquadCoefficients, hertz: number, rate: number): number {
  const w = (2 * Math.PI * hertz) / rate;
  const magnitude = (c0: number, c1: number, c2: number) =>
    Math.hypot(c0 + c1 * Math.cos(w) + c2 * Math.cos(2 * w), c1 * Math.sin(w) + c2 * Math.sin(2 * w));
  return magnitude(b0, b1, b2) / magnitude(1, a1, a2);
}
