import type { Curve } from './curve.ts';

/**
 * Computes the CSS timing function cubic-bezier(x1, y1, x2, y2).
 * https://www.w3.org/TR/css-easing-1/#cubic-bezier-easing-functions
 */
export function cubicBezier(x1: number, y1: number, x2: number, y2: number): Curve {
  const x = polynomial(x1, x2);
  const y = polynomial(y1, y2);
  const value = (t: number) => at(y, solve(x, t));
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

function at([c1, c2, c3]: Cubic, u: number): number {
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
    if (at(x, middle) < target) low = middle;
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
