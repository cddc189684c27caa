import type { Box } from './box.ts';
import type { Matrix } from './matrix.ts';
import type { Projection } from './values.ts';

// Points closer to the horizon than this are ignored. Fraction of the largest distance at the corners.
const horizon = 1e-3;
// Coordinate limit, larger than any image, which keeps sizes finite.
const farthest = 1 << 20;

/** Whether a map is given as an affine matrix. */
export function isAffine(map: Matrix | Projection): map is Matrix {
  return 'tx' in map;
}

/** Returns a projection whose last row is 0 0 i as an affine map; null for a true projection. */
export function affineOf(map: Matrix | Projection): Matrix | null {
  if (isAffine(map)) return map;
  const [a, b, c, d, e, f, g, h, i] = map;
  return g === 0 && h === 0 && i !== 0 ? { a: a / i, c: b / i, tx: c / i, b: d / i, d: e / i, ty: f / i } : null;
}

/**
 * Computes the inverse, scaled so that points in front of the horizon stay in front. Null when the map is not
 * invertible.
 */
export function invertProjection([a, b, c, d, e, f, g, h, i]: Projection): Projection | null {
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  if (!(Math.abs(determinant) > 1e-12)) return null;
  const adjugate = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ].map((value) => value / determinant);
  const at = (k: number) => adjugate[k] ?? 0;
  return [at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8)];
}

/**
 * Computes the smallest axis-aligned box around the projected part of `box` in front of the horizon. Null when no part
 * is.
 */
export function projectedBounds([a, b, c, d, e, f, g, h, i]: Projection, box: Box): Box | null {
  const corners = [
    [box.left, box.top],
    [box.right, box.top],
    [box.right, box.bottom],
    [box.left, box.bottom],
  ].map(([x = 0, y = 0]) => ({ u: a * x + b * y + c, v: d * x + e * y + f, w: g * x + h * y + i }));
  const least = horizon * Math.max(...corners.map(({ w }) => Math.abs(w)));
  const visible = corners.flatMap((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    const own = corner.w >= least ? [corner] : [];
    if (corner.w >= least === next.w >= least) return own;
    const t = (least - corner.w) / (next.w - corner.w);
    const mid = (from: number, to: number) => from + (to - from) * t;
    return [...own, { u: mid(corner.u, next.u), v: mid(corner.v, next.v), w: least }];
  });
  if (visible.length === 0) return null;
  const clamp = (value: number) => Math.min(farthest, Math.max(-farthest, value));
  const xs = visible.map(({ u, w }) => clamp(u / w));
  const ys = visible.map(({ v, w }) => clamp(v / w));
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}
