/** A box on a canvas. Pixels from the upper left corner of the canvas, y downwards. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Width and height, pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of a canvas that clips are laid out in, before and after. */
export interface Cells {
  readonly from: Rect;
  readonly to: Rect;
}

/** What shares this much of both sides of a box covers it. */
export const COVERS = 0.97;

/** One of the two directions of a canvas: the field of a box that says where it begins, and the one that says how long it is. */
export interface Axis {
  readonly at: 'x' | 'y';
  readonly length: 'width' | 'height';
}

/** Across the canvas. */
export const ACROSS: Axis = { at: 'x', length: 'width' };
/** Down the canvas. */
export const DOWN: Axis = { at: 'y', length: 'height' };

/** The other direction. */
export function crossOf(axis: Axis): Axis {
  return axis.at === 'x' ? DOWN : ACROSS;
}

/** Where a box ends along an axis. */
export function endOf(rect: Rect, { at, length }: Axis): number {
  return rect[at] + rect[length];
}

/** The smallest box around boxes, of which there is at least one. */
export function around(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** How much two boxes share along an axis. Pixels; less than 0: they are that far apart. */
export function shared(a: Rect, b: Rect, axis: Axis): number {
  return Math.min(endOf(a, axis), endOf(b, axis)) - Math.max(a[axis.at], b[axis.at]);
}

/** Whether two boxes share more than `slack` pixels in both directions. */
export function meet(a: Rect, b: Rect, slack = 1): boolean {
  return [ACROSS, DOWN].every((axis) => shared(a, b, axis) > slack);
}

/** Whether `inner` lies in `outer`, give or take `slack` pixels. */
export function contains(outer: Rect, inner: Rect, slack: number): boolean {
  return [ACROSS, DOWN].every(
    (axis) => inner[axis.at] >= outer[axis.at] - slack && endOf(inner, axis) <= endOf(outer, axis) + slack,
  );
}

/** How far two boxes are apart; 0 when they touch or meet. Pixels, the larger of both directions. */
export function distance(a: Rect, b: Rect): number {
  return Math.max(0, ...[ACROSS, DOWN].map((axis) => -shared(a, b, axis)));
}

/** A box with another place and length along one axis. */
export function along(rect: Rect, axis: Axis, start: number, length: number): Rect {
  return axis.at === 'x' ? { ...rect, x: start, width: length } : { ...rect, y: start, height: length };
}
