/**
 * An easing and its integral. `value(0)` is 0 and `value(1)` is 1; `area(t)` is the integral of `value` from 0 to `t`.
 */
export interface Curve {
  /** Eased value at `t`, 0-1. The result may overshoot 0-1. */
  value(t: number): number;
  /** Integral from 0 to `t`, 0-1. Exact, so that a speed ramp neither drifts nor depends on the frame rate. */
  area(t: number): number;
}

/** An easing that starts slowly (`in`), and its mirrored forms. */
export interface CurveFamily {
  in: Curve;
  out: Curve;
  inOut: Curve;
}

/** Derives the three directions of `start`. `both` (default `start`) is the shape of each half of inOut. */
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
