/** A box on a canvas. Pixels from the upper left corner of the canvas, y downwards. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Area in which clips are laid out: its box on the old canvas (`from`) and on the new canvas (`to`). */
export interface Cells {
  readonly from: Rect;
  readonly to: Rect;
}

/** Share of another box's width and of its height from which a box counts as covering the other box. */
export const COVERS = 0.97;

/**
 * Horizontal or vertical axis of a box. `at` and `length` are the names of the fields that hold the position and the
 * length of the box along the axis: `x` and `width`, or `y` and `height`.
 */
export interface Axis {
  readonly at: 'x' | 'y';
  readonly length: 'width' | 'height';
}

/** Horizontal axis. */
export const ACROSS: Axis = { at: 'x', length: 'width' };
/** Vertical axis. */
export const DOWN: Axis = { at: 'y', length: 'height' };

/** Returns the axis that is perpendicular to `axis`. */
export function crossOf(axis: Axis): Axis {
  return axis.at === 'x' ? DOWN : ACROSS;
}

/** Returns the end of a box along an axis, in pixels. */
export function endOf(rect: Rect, { at, length }: Axis): number {
  return rect[at] + rect[length];
}

/** Returns the smallest box that contains all boxes, of which there is at least one. */
export function around(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Returns the overlap of two boxes along an axis in pixels. Negative: the size of the gap between them. */
export function shared(a: Rect, b: Rect, axis: Axis): number {
  return Math.min(endOf(a, axis), endOf(b, axis)) - Math.max(a[axis.at], b[axis.at]);
}

/** Whether two boxes overlap by more than `slack` pixels in both directions. */
export function meet(a: Rect, b: Rect, slack = 1): boolean {
  return [ACROSS, DOWN].every((axis) => shared(a, b, axis) > slack);
}

/** Whether `inner` is inside `outer`, with a tolerance of `slack` pixels. */
export function contains(outer: Rect, inner: Rect, slack: number): boolean {
  return [ACROSS, DOWN].every(
    (axis) => inner[axis.at] >= outer[axis.at] - slack && endOf(inner, axis) <= endOf(outer, axis) + slack,
  );
}

/**
 * Returns the distance between two boxes in pixels: the larger of the horizontal and the vertical distance. 0 when they
 * touch or overlap.
 */
export function distance(a: Rect, b: Rect): number {
  return Math.max(0, ...[ACROSS, DOWN].map((axis) => -shared(a, b, axis)));
}

/** Returns a box with a new position and length along one axis. */
export function along(rect: Rect, axis: Axis, start: number, length: number): Rect {
  return axis.at === 'x' ? { ...rect, x: start, width: length } : { ...rect, y: start, height: length };
}
