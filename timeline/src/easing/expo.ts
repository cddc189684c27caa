import { type CurveFamily, familyOf } from './curve.ts';

const RATE = 10 * Math.LN2;

/** Exponential easing that doubles ten times. Exactly 0 at 0. */
export const expo: CurveFamily = familyOf({
  value: (t) => (t <= 0 ? 0 : 2 ** (10 * t - 10)),
  area: (t) => (2 ** (10 * t - 10) - 2 ** -10) / RATE,
});
