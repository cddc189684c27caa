/** An easing with its integral: `value(0)` is 0, `value(1)` is 1; `area(t)` is the integral of `value` from 0 to `t`. */
export interface Curve {
  /** `t` 0-1. May overshoot 0-1. */
  value(t: number): number;
  /** `t` 0-1. Exact, so that a speed ramp neither drifts nor depends on the frame rate. */
  area(t: number): number;
}

/** A shape that starts slowly, and what follows from it by mirroring. */
export interface CurveFamily {
  in: Curve;
  out: Curve;
  inOut: Curve;
}

/** The three directions of `start`; `both` (default `start`) is the shape of each half of inOut. */
export function familyOf(start: Curve, both: Curve = start): CurveFamily {
  return { in: start, out: mirrored(start), inOut: joined(both) };
}

function mirrored(start: Curve): Curve {
  return {
    value: (t) => 1 - start.value(1 - t),
    area: (t) => t - (start.area(1) - start.area(1 - t)),
  };
}

function joined(start: Curve): Curve {
  return {
    value: (t) => (t < 0.5 ? start.value(2 * t) / 2 : 1 - start.value(2 - 2 * t) / 2),
    area: (t) =>
      t < 0.5 ? start.area(2 * t) / 4 : start.area(1) / 4 + (t - 0.5) - (start.area(1) - start.area(2 - 2 * t)) / 4,
  };
}
