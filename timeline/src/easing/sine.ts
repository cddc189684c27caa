import { type CurveFamily, familyOf } from './curve.ts';

const QUARTER = Math.PI / 2;

/** Easing along a quarter of a cosine. */
export const sine: CurveFamily = familyOf({
  value: (t) => 1 - Math.cos(QUARTER * t),
  area: (t) => t - Math.sin(QUARTER * t) / QUARTER,
});
