import type { Rect } from './box.ts';

/** Range of whole pixels [from, to). */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Returns the columns of a rectangle. */
export const columnsOf = ({ x, width }: Rect): Range => ({ from: x, to: x + width });

/** Returns the rows of a rectangle. */
export const rowsOf = ({ y, height }: Rect): Range => ({ from: y, to: y + height });

/** Returns the rectangle of these columns and rows. */
export function rectOf(x: Range, y: Range): Rect {
  return { x: x.from, y: y.from, width: x.to - x.from, height: y.to - y.from };
}

/** Returns the last of some ranges; an empty one at 0 when there is none. */
export function lastOf(ranges: readonly Range[]): Range {
  return ranges.at(-1) ?? { from: 0, to: 0 };
}

/**
 * Returns the intersection of two ranges, or `b` when there is no `a`. Never empty: a source completely outside is not
 * drawn.
 */
export function both(a: Range | undefined, b: Range): Range {
  if (!a) return b;
  const from = Math.max(a.from, b.from);
  return { from, to: Math.max(from + 1, Math.min(a.to, b.to)) };
}
