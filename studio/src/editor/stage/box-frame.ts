/** Point on the canvas in pixels from its top left, or a vector in pixels. */
export type Point = readonly [x: number, y: number];

/** Clip box on the canvas after scaling, skewing, rotation and flipping, as an origin and two edge vectors. */
export interface BoxFrame {
  /** Position, in canvas pixels, of the corner that was the top left one before the box was rotated and flipped. */
  readonly origin: Point;
  /** Vector from the origin to the box's top right corner (`across`), and to its bottom left corner (`down`). */
  readonly across: Point;
  readonly down: Point;
}

/**
 * Returns the frame of a box from its corners, which are given clockwise from the corner that was top left before
 * rotation.
 */
export function frameOf([a = [0, 0], b = a, , d = a]: readonly Point[]): BoxFrame {
  return { origin: a, across: [b[0] - a[0], b[1] - a[1]], down: [d[0] - a[0], d[1] - a[1]] };
}

/** Converts a point from fractions of the box (0-1) to canvas pixels. */
export function toCanvas({ origin, across, down }: BoxFrame, [u, v]: Point): Point {
  return [origin[0] + u * across[0] + v * down[0], origin[1] + u * across[1] + v * down[1]];
}

/** Converts a canvas point to fractions of the box. Returns the box's centre when the box has no area. */
export function toBox({ origin, across, down }: BoxFrame, [x, y]: Point): Point {
  const area = across[0] * down[1] - across[1] * down[0];
  if (Math.abs(area) < 1e-9) return [0.5, 0.5];
  const [dx, dy] = [x - origin[0], y - origin[1]];
  return [(dx * down[1] - dy * down[0]) / area, (dy * across[0] - dx * across[1]) / area];
}

/** Returns the axis-aligned bounding box of points: left, top, right, bottom. */
export function boundsOf(points: readonly Point[]): readonly [number, number, number, number] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Returns the centroid of points. */
export function middleOf(points: readonly Point[]): Point {
  const count = Math.max(1, points.length);
  return [points.reduce((sum, [x]) => sum + x, 0) / count, points.reduce((sum, [, y]) => sum + y, 0) / count];
}

/** Rotates a vector clockwise by an angle in degrees. */
export function turned([x, y]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/** Returns the angle of a vector, in degrees clockwise from the right. */
export function angleOf([x, y]: Point): number {
  return (Math.atan2(y, x) * 180) / Math.PI;
}

/** Returns the vector from one point to another. */
export function between(from: Point, to: Point): Point {
  return [to[0] - from[0], to[1] - from[1]];
}
