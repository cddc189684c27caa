import type { Item } from './item.ts';
import { cutApart } from './layout-tree.ts';
import { ACROSS, type Axis, along, around, type Cells, contains, crossOf, DOWN, endOf, type Rect } from './rect.ts';

/** A split screen: its cells, and the clips that overlap more than one cell. */
export interface Split {
  readonly cells: readonly SplitCell[];
  readonly over: readonly Item[];
}

/** Cell of a split screen: its area on the old and on the new canvas, and the clips in it. */
export interface SplitCell extends Cells {
  readonly items: readonly Item[];
}

/** Minimum share of the canvas that clips must span to fill a cell. */
const SPANS = 0.97;
/** Minimum width or height of a cell, as a share of the canvas. A smaller area is a bar, not a cell. */
const LEAST = 0.2;

/**
 * Finds the cells of a split screen, which are filled by videos, images, HTML pages or plates (background rectangles).
 * On the new canvas, the cells form a row or a column, whichever changes their shapes less. Returns null if the clips
 * do not form a split screen.
 */
export function splitCells(items: readonly Item[], cells: Cells): Split | null {
  return splitAlong(items, cells, ACROSS) ?? splitAlong(items, cells, DOWN);
}

function splitAlong(items: readonly Item[], { from, to }: Cells, axis: Axis): Split | null {
  const solid = items.filter((item) => isSolid(item, from, axis));
  // A single plate at an edge is a bar, however large.
  if (solid.every(({ kind }) => kind === 'plate') && solid.length < 2) return null;
  const parts = cutApart(solid, axis).parts.map((part) => ({ items: part, box: around(part.map(({ box }) => box)) }));
  if (!parts.some((part) => fills(part.items, part.box, from, axis))) return null;
  const edges = edgesOf(
    parts.map(({ box }) => box),
    from,
    axis,
  );
  const owners = edges.slice(1).map((end, index) => {
    const middle = (end + (edges[index] ?? end)) / 2;
    return parts.find(({ box }) => box[axis.at] <= middle && endOf(box, axis) >= middle)?.items ?? null;
  });
  // Unless every part has a cell of its own, this is no split screen.
  if (owners.filter((owner) => owner !== null).length !== parts.length) return null;
  const before = cellsOf(edges, from, axis, from, axis);
  if (before.some((cell) => cell[axis.length] < LEAST * from[axis.length])) return null;
  const kept = cellsOf(edges, from, axis, to, axis);
  const turned = cellsOf(edges, from, axis, to, crossOf(axis));
  const after = strain(before, turned) < strain(before, kept) ? turned : kept;
  const others = items.filter((item) => !solid.includes(item));
  const inside = (cell: Rect) => others.filter(({ box }) => contains(cell, box, 0.02 * from[axis.length]));
  const cells = before.map((cell, index) => ({
    items: [...(owners[index] ?? []), ...inside(cell)],
    from: cell,
    to: after[index] ?? to,
  }));
  return { cells, over: others.filter((item) => !cells.some((cell) => cell.items.includes(item))) };
}

/** Whether a clip can fill a cell: videos, images and pages above a minimum size, and plates from edge to edge. */
function isSolid({ kind, box }: Item, from: Rect, axis: Axis): boolean {
  const cross = crossOf(axis);
  if (box[axis.length] < LEAST * from[axis.length]) return false;
  if (kind === 'plate') return box[cross.length] >= SPANS * from[cross.length];
  return (kind === 'picture' || kind === 'page') && box[cross.length] >= LEAST * from[cross.length];
}

/**
 * Whether clips fill their common box completely across the axis, and the box touches an edge of the canvas along the
 * axis.
 */
function fills(items: readonly Item[], box: Rect, from: Rect, axis: Axis): boolean {
  const cross = crossOf(axis);
  const area = items.reduce((sum, item) => sum + item.box.width * item.box.height, 0);
  const tolerance = (1 - SPANS) * from[axis.length];
  const atEdge = box[axis.at] <= from[axis.at] + tolerance || endOf(box, axis) >= endOf(from, axis) - tolerance;
  const isPart = box[axis.length] <= (1 - LEAST) * from[axis.length];
  return isPart && atEdge && box[cross.length] >= SPANS * from[cross.length] && area >= 0.9 * box.width * box.height;
}

/**
 * Returns the boundaries of cells along the axis: the canvas edges and the middles of gaps. If only one cell has
 * content, the ends of this cell are boundaries too.
 */
function edgesOf(boxes: readonly Rect[], from: Rect, axis: Axis): number[] {
  const tolerance = (1 - SPANS) * from[axis.length];
  const [first, last] = [boxes[0], boxes.at(-1)];
  const edges = [from[axis.at]];
  // A single part: the rest of the canvas is an empty cell.
  const isAlone = boxes.length === 1;
  if (isAlone && first && first[axis.at] > from[axis.at] + tolerance) edges.push(first[axis.at]);
  for (const [index, box] of boxes.entries()) {
    const next = boxes[index + 1];
    if (next) edges.push((endOf(box, axis) + next[axis.at]) / 2);
  }
  if (isAlone && last && endOf(last, axis) < endOf(from, axis) - tolerance) edges.push(endOf(last, axis));
  edges.push(endOf(from, axis));
  return edges;
}

/**
 * Returns the cells between `edges` on the canvas `to`, with the same shares along its axis `along2` as on the canvas
 * `from`.
 */
function cellsOf(edges: readonly number[], from: Rect, axis: Axis, to: Rect, along2: Axis): Rect[] {
  const share = (edge: number) => (edge - from[axis.at]) / from[axis.length];
  return edges.slice(1).map((end, index) => {
    const [start, stop] = [share(edges[index] ?? end), share(end)];
    return along(to, along2, to[along2.at] + start * to[along2.length], (stop - start) * to[along2.length]);
  });
}

/**
 * Returns how much the shapes of cells change: the sum of the absolute logarithms of the ratio changes. 0 is no change.
 */
function strain(before: readonly Rect[], after: readonly Rect[]): number {
  return before.reduce((sum, cell, index) => {
    const other = after[index] ?? cell;
    return sum + Math.abs(Math.log((cell.width * other.height) / (cell.height * other.width)));
  }, 0);
}
