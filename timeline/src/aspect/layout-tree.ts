import type { Item } from './item.ts';
import { ACROSS, type Axis, around, contains, DOWN, endOf, type Rect } from './rect.ts';

/**
 * Node of the layout tree: one clip, or clips that are arranged in a row or column, on a plate (a background
 * rectangle), one after the other in time, or overlapping.
 */
export type LayoutNode =
  | { readonly kind: 'one'; readonly item: Item; readonly box: Rect }
  | { readonly kind: 'row'; readonly axis: Axis; readonly parts: readonly LayoutNode[]; readonly box: Rect }
  | { readonly kind: 'panel'; readonly plate: Item; readonly inner: LayoutNode; readonly box: Rect }
  | { readonly kind: 'turns'; readonly parts: readonly LayoutNode[]; readonly box: Rect }
  | { readonly kind: 'pile'; readonly items: readonly Item[]; readonly box: Rect };

/**
 * Maximum overlap in time of two consecutive clips, as a share of the shorter clip. Such a short overlap is a dissolve.
 */
const TOGETHER = 0.2;
/**
 * Height of the empty space above and below the lines of a text, as a share of its box. Boxes that overlap by less
 * count as separate.
 */
const AIR = 0.12;

/** Builds the layout tree of at least one clip by splitting the clips along gaps, recursively. */
export function layoutTree(items: readonly Item[]): LayoutNode {
  const box = around(items.map((item) => item.box));
  const [first, ...others] = items;
  if (first && others.length === 0) return { kind: 'one', item: first, box };
  const scenes = scenesOf(items);
  if (scenes.length > 1) return { kind: 'turns', parts: scenes.map(layoutTree), box };
  const [across, down] = [cutApart(items, ACROSS), cutApart(items, DOWN)];
  const best = across.widest >= down.widest ? across : down;
  const cut = best.parts.length > 1 ? best : down.parts.length > 1 ? down : across;
  if (cut.parts.length > 1) {
    const parts = cut.parts.map(layoutTree);
    const whole = cut.axis === DOWN ? withGrids(withPairs(parts), box) : parts;
    const [only] = whole;
    return only && whole.length === 1 ? only : { kind: 'row', axis: cut.axis, parts: whole, box };
  }
  const plate = items.find((item) => item.kind === 'plate' && items.every((other) => lies(other, item)));
  const inside = items.filter((item) => item !== plate);
  return plate ? { kind: 'panel', plate, inner: layoutTree(inside), box } : { kind: 'pile', items, box };
}

/**
 * Combines rows that have columns in common, as in a chart or a table, into one group whose clips keep their relative
 * positions.
 */
function withGrids(parts: readonly LayoutNode[], box: Rect): LayoutNode[] {
  const middleOf = (rect: Rect) => rect.x + rect.width / 2;
  const columns = parts.flatMap((part) => columnsOf(part).map(middleOf));
  const belongs = (part: LayoutNode) => {
    if (columnsOf(part).length > 0) return true;
    const isCentred = Math.abs(middleOf(part.box) - middleOf(box)) < 0.02 * box.width;
    return !isCentred && columns.some((column) => Math.abs(column - middleOf(part.box)) < 0.01 * box.width);
  };
  const [first, last] = [parts.findIndex(belongs), parts.findLastIndex(belongs)];
  if (first < 0 || last === first) return [...parts];
  const items = parts.slice(first, last + 1).flatMap(itemsOf);
  const grid: LayoutNode = { kind: 'pile', items, box: around(items.map((item) => item.box)) };
  return [...parts.slice(0, first), grid, ...parts.slice(last + 1)];
}

/** Turns two stacked rows of two elements each into two columns of two, so that each image keeps the text below it. */
function withPairs(parts: readonly LayoutNode[]): LayoutNode[] {
  const whole: LayoutNode[] = [];
  for (const part of parts) {
    const above = whole.at(-1);
    const [left, right] = above && pairOf(above, part) ? itemsInColumns([above, part]) : [];
    if (left === undefined || right === undefined) whole.push(part);
    else
      whole.splice(-1, 1, {
        kind: 'row',
        axis: ACROSS,
        parts: [left, right].map(layoutTree),
        box: around([...left, ...right].map((item) => item.box)),
      });
  }
  return whole;
}

function pairOf(above: LayoutNode, below: LayoutNode): boolean {
  const [a, b] = [above, below].map((node) => (node.kind === 'row' && node.axis === ACROSS ? node.parts : []));
  if (a?.length !== 2 || b?.length !== 2) return false;
  return a.every((part, index) => {
    const other = b[index]?.box ?? part.box;
    return Math.abs(part.box.x + part.box.width / 2 - other.x - other.width / 2) < 0.05 * part.box.width;
  });
}

function itemsInColumns(rows: readonly LayoutNode[]): Item[][] {
  const parts = rows.map((node) => (node.kind === 'row' ? node.parts : []));
  return [0, 1].map((column) => parts.flatMap((row) => (row[column] ? itemsOf(row[column]) : [])));
}

/**
 * Returns the boxes of the columns in a node of the layout tree. Rows with fewer than three elements have no columns.
 */
function columnsOf(node: LayoutNode): Rect[] {
  if (node.kind === 'panel') return columnsOf(node.inner);
  if (node.kind !== 'row') return [];
  if (node.axis === DOWN) return node.parts.flatMap(columnsOf);
  return node.parts.length < 3 ? [] : node.parts.map((part) => part.box);
}

/**
 * Whether a clip is inside a plate (a background rectangle). The tolerance is generous because the size of a text is
 * only estimated.
 */
function lies({ box }: Item, plate: Item): boolean {
  return contains(plate.box, box, 2 + 0.15 * Math.min(plate.box.width, plate.box.height));
}

/** Returns all clips in a layout tree. */
export function itemsOf(node: LayoutNode): Item[] {
  switch (node.kind) {
    case 'one':
      return [node.item];
    case 'panel':
      return [node.plate, ...itemsOf(node.inner)];
    case 'pile':
      return [...node.items];
    default:
      return node.parts.flatMap(itemsOf);
  }
}

/** Groups clips into scenes. Clips that are visible together belong to the same scene. */
export function scenesOf(items: readonly Item[]): Item[][] {
  const scenes: { items: Item[] }[] = [];
  const sceneOf = new Map<Item, { items: Item[] }>();
  let playing: Item[] = [];
  for (const item of items.toSorted((a, b) => a.start - b.start)) {
    playing = playing.filter((other) => other.end > item.start);
    const joined = new Set(
      playing.filter((other) => areTogether(item, other)).flatMap((other) => sceneOf.get(other) ?? []),
    );
    const scene = { items: [...[...joined].flatMap((one) => one.items), item] };
    for (const one of scene.items) sceneOf.set(one, scene);
    for (const old of joined) scenes.splice(scenes.indexOf(old), 1);
    scenes.push(scene);
    playing.push(item);
  }
  return scenes.map((scene) => scene.items);
}

/** Whether two clips are visible at the same time for longer than a dissolve. */
export function areTogether(a: Item, b: Item): boolean {
  const shared = Math.min(a.end, b.end) - Math.max(a.start, b.start);
  return shared > TOGETHER * Math.min(a.end - a.start, b.end - b.start);
}

/**
 * Splits clips into groups along one axis, at every position at which no clip is cut. `widest` is the largest gap
 * between neighbouring groups in pixels; 0 or negative if all of them touch or overlap slightly.
 */
export function cutApart(items: readonly Item[], axis: Axis): { axis: Axis; parts: Item[][]; widest: number } {
  const parts: Item[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  let widest = Number.NEGATIVE_INFINITY;
  let air = 0;
  for (const item of items.toSorted((a, b) => a.box[axis.at] - b.box[axis.at])) {
    const gap = item.box[axis.at] - end;
    const part = parts.at(-1);
    const own = axis === DOWN && item.kind === 'text' ? AIR * item.box.height : 1;
    if (!part || gap >= -own - air) parts.push([item]);
    else part.push(item);
    if (part && gap >= -own - air) widest = Math.max(widest, gap);
    if (endOf(item.box, axis) > end) [end, air] = [endOf(item.box, axis), own];
  }
  return { axis, parts, widest };
}
