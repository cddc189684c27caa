/** Matrix of an affine map: x' = a x + c y + tx, y' = b x + d y + ty. Lengths are pixels; y grows downwards. */
export interface Matrix {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly tx: number;
  readonly ty: number;
}

/** Matrix that changes nothing. */
export const identity: Matrix = { a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0 };

/** Returns the matrix that applies `first`, then `second`. */
export function compose(second: Matrix, first: Matrix): Matrix {
  return {
    a: second.a * first.a + second.c * first.b,
    b: second.b * first.a + second.d * first.b,
    c: second.a * first.c + second.c * first.d,
    d: second.b * first.c + second.d * first.d,
    tx: second.a * first.tx + second.c * first.ty + second.tx,
    ty: second.b * first.tx + second.d * first.ty + second.ty,
  };
}

/** Returns the matrix that translates by (tx, ty). */
export function translation(tx: number, ty: number): Matrix {
  return { ...identity, tx, ty };
}

/** Returns the matrix that scales about the origin, by `a` horizontally and by `d` vertically. */
export function scaling(a: number, d: number): Matrix {
  return { ...identity, a, d };
}

/**
 * Returns the matrix that rotates about the origin, clockwise (y grows downwards). Multiples of 90 degrees are exact.
 */
export function rotation(degrees: number): Matrix {
  const turn = ((degrees % 360) + 360) % 360;
  const quarter = turn / 90;
  const exact = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ][quarter];
  const [cos, sin] = exact ?? [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return { a: cos ?? 1, b: sin ?? 0, c: -(sin ?? 0), d: cos ?? 1, tx: 0, ty: 0 };
}

/** Returns the matrix that shears x by y and y by x. Angles are in degrees. */
export function skew(degreesX: number, degreesY: number): Matrix {
  return { ...identity, c: Math.tan((degreesX * Math.PI) / 180), b: Math.tan((degreesY * Math.PI) / 180) };
}

/** Returns the factor by which a matrix changes areas: negative when it mirrors, 0 when it is not invertible. */
export function determinant(m: Matrix): number {
  return m.a * m.d - m.b * m.c;
}

/** Returns the inverse matrix; null when `m` is not invertible. */
export function invert(m: Matrix): Matrix | null {
  const det = determinant(m);
  if (!(Math.abs(det) > 1e-12)) return null;
  const a = m.d / det;
  const b = -m.b / det;
  const c = -m.c / det;
  const d = m.a / det;
  return { a, b, c, d, tx: -(a * m.tx + c * m.ty), ty: -(b * m.tx + d * m.ty) };
}

/** Returns the point (x, y) mapped by `m`. */
export function apply(m: Matrix, x: number, y: number): { x: number; y: number } {
  return { x: m.a * x + m.c * y + m.tx, y: m.b * x + m.d * y + m.ty };
}
