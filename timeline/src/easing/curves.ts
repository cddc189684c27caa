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
interface CurveFamily {
  in: Curve;
  out: Curve;
  inOut: Curve;
}

/**
 * Derives the in, out and inOut easings from `start`, the easing that starts slowly. `both` (default `start`) is the
 * shape of each half of inOut.
 */
function familyOf(start: Curve, both: Curve = start): CurveFamily {
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

/** Returns the easing `t` to the power of `exponent`: Quad 2, Cubic 3, Quart 4, Quint 5. */
export function power(exponent: number): CurveFamily {
  return familyOf({ value: (t) => t ** exponent, area: (t) => t ** (exponent + 1) / (exponent + 1) });
}

const QUARTER = Math.PI / 2;

/** Easing along a quarter of a cosine. */
export const sine: CurveFamily = familyOf({
  value: (t) => 1 - Math.cos(QUARTER * t),
  area: (t) => t - Math.sin(QUARTER * t) / QUARTER,
});

const EXPO_RATE = 10 * Math.LN2;

/** Exponential easing: the value doubles in each tenth of the time. Exactly 0 at 0. */
export const expo: CurveFamily = familyOf({
  value: (t) => (t <= 0 ? 0 : 2 ** (10 * t - 10)),
  area: (t) => (2 ** (10 * t - 10) - 2 ** -10) / EXPO_RATE,
});

/** Easing along a quarter circle. */
export const circ: CurveFamily = familyOf({
  value: (t) => 1 - Math.sqrt(1 - t * t),
  area: (t) => t - (t * Math.sqrt(1 - t * t) + Math.asin(t)) / 2,
});

const OVERSHOOT = 1.70158;

/**
 * Easing that first moves back by a tenth of the way (`in`), overshoots the end by a tenth (`out`), or both (`inOut`).
 * The constants are those of Penner's easings.
 */
export const back: CurveFamily = familyOf(backBy(OVERSHOOT), backBy(OVERSHOOT * 1.525));

function backBy(overshoot: number): Curve {
  return {
    value: (t) => (overshoot + 1) * t ** 3 - overshoot * t * t,
    area: (t) => ((overshoot + 1) * t ** 4) / 4 - (overshoot * t ** 3) / 3,
  };
}

/** Elastic easing: oscillates with growing swings before it reaches its end. Uses the periods of Penner's easings. */
export const elastic: CurveFamily = familyOf(elasticBy(3, 10.75), elasticBy(4.5, 11.125));

function elasticBy(period: number, phase: number): Curve {
  const turn = (2 * Math.PI) / period;
  const growth = 10 * Math.LN2;
  const frequency = 10 * turn;
  const antiderivative = (t: number) => {
    const angle = (10 * t - phase) * turn;
    const wave = growth * Math.sin(angle) - frequency * Math.cos(angle);
    return (-(2 ** (10 * t - 10)) * wave) / (growth * growth + frequency * frequency);
  };
  return {
    value: (t) => {
      if (t <= 0) return 0;
      return t >= 1 ? 1 : -(2 ** (10 * t - 10)) * Math.sin((10 * t - phase) * turn);
    },
    area: (t) => antiderivative(t) - antiderivative(0),
  };
}

const FALL_STEEP = 7.5625;
const FALL_STEP = 1 / 2.75;

/**
 * Parabolas of a ball that falls and bounces three times. Each ends at `until`, has its lowest point at `centre` and is
 * offset by `lift`.
 */
const ARCS = [
  { until: FALL_STEP, centre: 0, lift: 0 },
  { until: 2 * FALL_STEP, centre: 1.5 * FALL_STEP, lift: 0.75 },
  { until: 2.5 * FALL_STEP, centre: 2.25 * FALL_STEP, lift: 0.9375 },
  { until: 1, centre: 2.625 * FALL_STEP, lift: 0.984375 },
];

/** Easing of a bouncing ball. */
export const bounce: CurveFamily = familyOf({
  value: (t) => 1 - fall(1 - t),
  area: (t) => t - (fallArea(1) - fallArea(1 - t)),
});

function fall(t: number): number {
  const arc = ARCS.find(({ until }) => t < until) ?? { centre: 2.625 * FALL_STEP, lift: 0.984375 };
  return FALL_STEEP * (t - arc.centre) ** 2 + arc.lift;
}

function fallArea(t: number): number {
  let area = 0;
  let from = 0;
  for (const { until, centre, lift } of ARCS) {
    const to = Math.min(t, until);
    area += (FALL_STEEP * ((to - centre) ** 3 - (from - centre) ** 3)) / 3 + lift * (to - from);
    if (t <= until) break;
    from = until;
  }
  return area;
}

// Stiffness 100, damping 10, mass 1: oscillates at sqrt(75) rad/s while it decays by exp(-5 s).
const SPRING_FADE = 5;
const SPRING_FREQUENCY = Math.sqrt(75);
/** Time in seconds at which the spring's oscillation has decayed below half a percent. The easing ends there. */
const SETTLED = Math.log(200 * Math.sqrt(4 / 3)) / SPRING_FADE;

/**
 * Easing of a damped spring that is released at 0 and swings around 1.
 * At the end, the spring still deviates from 1 by less than half a percent. This difference is distributed over the
 * whole easing, which therefore ends at exactly 1.
 */
export const spring: Curve = {
  value: (t) => {
    if (t <= 0) return 0;
    return t >= 1 ? 1 : springAt(t * SETTLED) + t * (1 - springAt(SETTLED));
  },
  area: (t) => springArea(t * SETTLED) / SETTLED + (t * t * (1 - springAt(SETTLED))) / 2,
};

function springAt(s: number): number {
  return (
    1 -
    Math.exp(-SPRING_FADE * s) *
      (Math.cos(SPRING_FREQUENCY * s) + (SPRING_FADE / SPRING_FREQUENCY) * Math.sin(SPRING_FREQUENCY * s))
  );
}

function springArea(s: number): number {
  // The integral of exp(-a s) (cos(w s) + a/w sin(w s)), from 0; a^2 + w^2 = 100.
  const wave = (w: number) =>
    Math.exp(-SPRING_FADE * w) *
    (-2 * SPRING_FADE * Math.cos(SPRING_FREQUENCY * w) +
      (SPRING_FREQUENCY - (SPRING_FADE * SPRING_FADE) / SPRING_FREQUENCY) * Math.sin(SPRING_FREQUENCY * w));
  return s - (wave(s) - wave(0)) / (SPRING_FADE * SPRING_FADE + SPRING_FREQUENCY * SPRING_FREQUENCY);
}

/**
 * Computes the CSS timing function cubic-bezier(x1, y1, x2, y2).
 * https://www.w3.org/TR/css-easing-1/#cubic-bezier-easing-functions
 */
export function cubicBezier(x1: number, y1: number, x2: number, y2: number): Curve {
  const x = polynomial(x1, x2);
  const y = polynomial(y1, y2);
  const value = (t: number) => polynomialAt(y, solve(x, t));
  return {
    value: (t) => (t <= 0 ? 0 : t >= 1 ? 1 : value(t)),
    area: (t) => areaTo(x, y, solve(x, t)),
  };
}

/** Coefficients of c1 u + c2 u^2 + c3 u^3. */
type Cubic = readonly [number, number, number];

function polynomial(p1: number, p2: number): Cubic {
  const c1 = 3 * p1;
  const c2 = 3 * (p2 - p1) - c1;
  return [c1, c2, 1 - c1 - c2];
}

function polynomialAt([c1, c2, c3]: Cubic, u: number): number {
  return ((c3 * u + c2) * u + c1) * u;
}

/**
 * Finds the parameter at which x is `target`, by bisection, because Newton's method may leave the interval. 52 steps
 * exhaust a double.
 */
function solve(x: Cubic, target: number): number {
  let low = 0;
  let high = 1;
  for (let step = 0; step < 52; step += 1) {
    const middle = (low + high) / 2;
    if (polynomialAt(x, middle) < target) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Computes the integral of y dx up to parameter `u`: the product of two polynomials, term by term. */
function areaTo([x1, x2, x3]: Cubic, [y1, y2, y3]: Cubic, u: number): number {
  const terms = [
    y1 * x1,
    y2 * x1 + 2 * y1 * x2,
    y3 * x1 + 2 * y2 * x2 + 3 * y1 * x3,
    2 * y3 * x2 + 3 * y2 * x3,
    3 * y3 * x3,
  ];
  return terms.reduce((sum, term, index) => sum + (term * u ** (index + 2)) / (index + 2), 0);
}
