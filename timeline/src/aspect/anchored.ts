import { type Fitted, fittedTree, type Placed } from './fitted-tree.ts';
import { itemsOf, type LayoutNode } from './layout-tree.ts';
import { ACROSS, type Axis, around, type Cells, DOWN, endOf, type Rect } from './rect.ts';

/**
 * Width of the unsafe margin at each edge of a cell (an area in which clips are laid out), as a share of the cell's
 * width or height. Texts stay in the inner 90 %, which every screen shows.
 */
export const SAFE = 0.05;
/**
 * Largest distance from a cell's edge that a group of clips keeps on the new canvas, as a share of the cell's width or
 * height. Groups further inside are positioned in proportion.
 */
const NEAR = 0.16;
/**
 * Minimum share of the cell's width or height from which a group of clips counts as a bar. On the new canvas a bar
 * again fills that width or height, except for its margins.
 */
const WIDE = 0.7;
/**
 * Minimum share of the cell's width or height from which a plate (a background rectangle) at an edge keeps this share
 * on the new canvas.
 */
const HALF = 0.3;
/**
 * Width limit for a single clip without text, as a share of the cell's width. It applies only if the clip was narrower
 * before.
 */
const MOST_CORNER = 0.45;

/** A group of clips that is laid out as a unit, with its position on the canvas in pixels. */
export interface Anchored extends Fitted {
  x: number;
  y: number;
  /** Whether the group touches the lower edge of its cell. */
  readonly isAtEnd: boolean;
  place(): Placed[];
}

/**
 * Fits a node of the layout tree into the area `to` of the new canvas and aligns it with the same edges as in the area
 * `from` of the old canvas.
 */
export function anchored(node: LayoutNode, { from, to }: Cells): Anchored {
  const items = itemsOf(node);
  const hasText = items.some(({ kind }) => kind === 'text');
  const isPlate = node.kind === 'panel' || (node.kind === 'one' && node.item.kind === 'plate');
  const [width, height] = [
    roomAlong(node.box, ACROSS, { from, to }, hasText, isPlate),
    roomAlong(node.box, DOWN, { from, to }, hasText, isPlate),
  ];
  const corner = items.length === 1 && node.box.width < MOST_CORNER * from.width ? MOST_CORNER * to.width : to.width;
  const fitted = fittedTree(node, {
    width: hasText ? width.length : Math.min(width.length, Math.max(corner, 1)),
    height: height.length,
    fillsWidth: width.fills,
    fillsHeight: height.fills && isPlate,
    textWidth: (1 - 2 * SAFE) * to.width,
  });
  const x = startAlong(node.box, ACROSS, { from, to }, fitted.width);
  const y = startAlong(node.box, DOWN, { from, to }, fitted.height);
  const texts = fitted.at({ x, y }).filter(({ item }) => item.kind === 'text');
  return {
    ...fitted,
    x: x + intoSafe(texts, ACROSS, { from, to }),
    y: y + intoSafe(texts, DOWN, { from, to }),
    isAtEnd: marginsOf(node.box, DOWN, from).after <= 0.006 * from.height,
    place() {
      return fitted.at(this);
    },
  };
}

/**
 * Returns the shift in pixels that moves texts back into the safe area of the new cell. 0 if they were outside the old
 * safe area.
 */
function intoSafe(texts: readonly Placed[], axis: Axis, { from, to }: Cells): number {
  if (texts.length === 0) return 0;
  const safe = (cell: Rect) => {
    const edge = SAFE * cell[axis.length];
    return { start: cell[axis.at] + edge, end: endOf(cell, axis) - edge };
  };
  const [before, after] = [around(texts.map(({ item }) => item.box)), around(texts.map(({ box }) => box))];
  const [old, now] = [safe(from), safe(to)];
  if (before[axis.at] < old.start - 1 || endOf(before, axis) > old.end + 1) return 0;
  // Where space allows, move a little further in: fonts and motions differ.
  const air = Math.min(0.01 * to[axis.length], Math.max(0, now.end - now.start - after[axis.length]) / 2);
  if (after[axis.at] < now.start - 0.5) return now.start + air - after[axis.at];
  return endOf(after, axis) > now.end + 0.5 ? now.end - air - endOf(after, axis) : 0;
}

/**
 * Returns the maximum length in pixels of a group of clips along an axis, and whether the group must fill this length.
 */
function roomAlong(
  box: Rect,
  axis: Axis,
  { from, to }: Cells,
  hasText: boolean,
  isPlate: boolean,
): { length: number; fills: boolean } {
  const { before, after } = marginsOf(box, axis, from);
  const [old, length] = [from[axis.length], to[axis.length]];
  const touches = 0.006 * old;
  if (before <= touches && after <= touches)
    return { length: length - Math.min(0, before) - Math.min(0, after), fills: true };
  const share = box[axis.length] / old;
  if (isPlate && share >= HALF && Math.min(before, after) <= touches) return { length: share * length, fills: true };
  const safe = hasText ? SAFE * length : 0;
  const margin = (side: number) => Math.max(safe, Math.min(Math.max(0, side), 0.1 * length));
  if (box[axis.length] >= WIDE * old) return { length: length - margin(before) - margin(after), fills: true };
  const near = Math.min(before, after);
  return { length: length - 2 * (near <= touches ? safe : Math.min(margin(near), 0.07 * length)), fills: false };
}

/**
 * Returns the start of a group of clips along an axis, in pixels. A group near an edge stays near that edge. A group in
 * the middle stays in the middle; any other keeps its relative position.
 */
function startAlong(box: Rect, axis: Axis, { from, to }: Cells, size: number): number {
  const { before, after } = marginsOf(box, axis, from);
  const [old, length] = [from[axis.length], to[axis.length]];
  const start = to[axis.at];
  const spare = length - size;
  if (Math.abs(before - after) <= 0.02 * old) return start + spare / 2;
  const near = Math.min(before, after);
  const isFirst = before < after;
  if (near > NEAR * old) return start + (spare * before) / (before + after);
  // A part that extended beyond the edge does so again; every other part stays inside.
  const margin = near < 0 ? near : Math.min(near, Math.max(0, spare - Math.min(near, spare / 2)));
  return isFirst ? start + margin : start + spare - margin;
}

/**
 * Returns the distances in pixels from the edges of the area `from` to the edges of a box, along one axis. A distance
 * is negative where the box extends beyond the area.
 */
export function marginsOf(box: Rect, axis: Axis, from: Rect): { before: number; after: number } {
  return { before: box[axis.at] - from[axis.at], after: endOf(from, axis) - endOf(box, axis) };
}
