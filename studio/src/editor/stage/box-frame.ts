/** A place in pixels of the canvas from its top left, or a vector of them. */
export type Point = readonly [x: number, y: number];

/** A clip's box as it lies on the canvas: scaled, skewed, turned, perhaps mirrored. */
export interface BoxFrame {
  /** Its own top left. */
  readonly origin: Point;
  /** From there to its own top right, and to its own bottom left. */
  readonly across: Point;
  readonly down: Point;
}

/** The frame of corners that go clockwise from the box's own top left. */
export function frameOf([a = [0, 0], b = a, , d = a]: readonly Point[]): BoxFrame {
  return { origin: a, across: [b[0] - a[0], b[1] - a[1]], down: [d[0] - a[0], d[1] - a[1]] };
}

/** A place of the box, as shares of its width and height, on the canvas. */
export function toCanvas({ origin, across, down }: BoxFrame, [u, v]: Point): Point {
  return [origin[0] + u * across[0] + v * down[0], origin[1] + u * across[1] + v * down[1]];
}

/** A place of the canvas as shares of the box; the box's middle when the box has no area. */
export function toBox({ origin, across, down }: BoxFrame, [x, y]: Point): Point {
  const area = across[0] * down[1] - across[1] * down[0];
  if (Math.abs(area) < 1e-9) return [0.5, 0.5];
  const [dx, dy] = [x - origin[0], y - origin[1]];
  return [(dx * down[1] - dy * down[0]) / area, (dy * across[0] - dx * across[1]) / area];
}

/** The upright box around places: left, top, right, bottom. */
export function boundsOf(points: readonly Point[]): readonly [number, number, number, number] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** The middle of places. */
export function middleOf(points: readonly Point[]): Point {
  const count = Math.max(1, points.length);
  return [points.reduce((sum, [x]) => sum + x, 0) / count, points.reduce((sum, [, y]) => sum + y, 0) / count];
}

/** A vector turned clockwise by degrees. */
export function turned([x, y]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

/** Angle of a vector, degrees clockwise from the right. */
export function angleOf([x, y]: Point): number {
  return (Math.atan2(y, x) * 180) / Math.PI;
}

/** The difference of two places. */
export function between(from: Point, to: Point): Point {
  return [to[0] - from[0], to[1] - from[1]];
}
