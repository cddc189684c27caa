import { type CurveFamily, familyOf } from './curve.ts';

/** Easing along a quarter circle. */
export const circ: CurveFamily = familyOf({
  value: (t) => 1 - Math.sqrt(1 - t * t),
  area: (t) => t - (t * Math.sqrt(1 - t * t) + Math.asin(t)) / 2,
});
