import { type CurveFamily, familyOf } from './curve.ts';

/** Returns the easing `t` to the power of `exponent`: Quad 2, Cubic 3, Quart 4, Quint 5. */
export function power(exponent: number): CurveFamily {
  return familyOf({ value: (t) => t ** exponent, area: (t) => t ** (exponent + 1) / (exponent + 1) });
}
