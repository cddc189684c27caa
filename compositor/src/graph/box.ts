import { apply, type Matrix } from './matrix.ts';

/** Axis-aligned rectangle given by its edges, in fractional pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Axis-aligned rectangle of whole pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the bounding box of `box` after a transformation by `m`. */
export function boundsOf(m: Matrix, box: Box): Box {
  const corners = [
    apply(m, box.left, box.top),
    apply(m, box.right, box.top),
    apply(m, box.left, box.bottom),
    apply(m, box.right, box.bottom),
  ];
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/**
 * Returns the intersection of two boxes. If they do not intersect, the result is inverted (right < left or bottom <
 * top).
 */
export function intersect(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

// A 1024th of a pixel is less than an 8-bit step at any contrast: it must not add a column of pixels.
const slack = 1 / 1024;

/**
 * Returns the rectangle of pixels that `box` touches on a canvas of even `width` x `height`. It is extended to even
 * coordinates, because a chroma sample covers 2 x 2 pixels. null when the box touches no pixel.
 */
export function evenRect(box: Box, width: number, height: number): Rect | null {
  const x = Math.max(0, Math.floor((box.left + slack) / 2) * 2);
  const y = Math.max(0, Math.floor((box.top + slack) / 2) * 2);
  const right = Math.min(width, Math.ceil((box.right - slack) / 2) * 2);
  const bottom = Math.min(height, Math.ceil((box.bottom - slack) / 2) * 2);
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : null;
}

/** Returns the bounding rectangle of two rectangles. */
export function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  const right = Math.max(a.x + a.width, b.x + b.width);
  const bottom = Math.max(a.y + a.height, b.y + b.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** Returns the number of pixels in a rectangle. */
export function area(rect: Rect): number {
  return rect.width * rect.height;
}

/** Returns the intersection of two rectangles. Its width or height is 0 when they do not intersect. */
export function overlap(a: Rect, b: Rect): Rect {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const right = Math.min(a.x + a.width, b.x + b.width);
  const bottom = Math.min(a.y + a.height, b.y + b.height);
  return { x, y, width: Math.max(0, right - x), height: Math.max(0, bottom - y) };
}

/** Whether a rectangle has no pixels. */
export function isEmpty(rect: Rect): boolean {
  return !(rect.width > 0 && rect.height > 0);
}

/** Whether `inner` is completely inside `outer`. */
export function contains(outer: Rect, inner: Rect): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** Returns `rect` extended by `x` pixels on the left and right and by `y` pixels above and below. */
export function grow(rect: Rect, x: number, y: number): Rect {
  return { x: rect.x - x, y: rect.y - y, width: rect.width + 2 * x, height: rect.height + 2 * y };
}

/** Returns the parts of `whole` above, below, left and right of `part`, as up to four non-empty rectangles. */
export function stripsAround(whole: Rect, part: Rect): Rect[] {
  const { x, y, width, height } = whole;
  const [right, bottom] = [part.x + part.width, part.y + part.height];
  const strips: Rect[] = [
    { x, y, width, height: part.y - y },
    { x, y: bottom, width, height: y + height - bottom },
    { x, y: part.y, width: part.x - x, height: part.height },
    { x: right, y: part.y, width: x + width - right, height: part.height },
  ];
  return strips.filter((strip) => !isEmpty(strip));
}
