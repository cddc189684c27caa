import { type Fitted, fittedTree, type Placed } from './fitted-tree.ts';
import type { Item } from './item.ts';
import { areTogether, itemsOf, type LayoutNode, layoutTree, scenesOf } from './layout-tree.ts';
import { ACROSS, type Axis, along, around, DOWN, distance, endOf, meet, type Rect } from './rect.ts';
import { splitCells } from './split-cells.ts';

/** The part of a canvas that clips are laid out in, before and after. */
export interface Cells {
  readonly from: Rect;
  readonly to: Rect;
}

/** What covers this much of both sides of a cell covers it. */
const COVERS = 0.97;
/** Text stays in the inner 90 %, which every screen shows. */
const SAFE = 0.05;
/** What is nearer to an edge than this keeps its distance; shares of the side. */
const NEAR = 0.16;
/** What is this wide is a bar and stays one. */
const WIDE = 0.7;
/** A plate at an edge that is at least this share of the side keeps its share. */
const HALF = 0.3;
/** Gaps of this size part what belongs together from what does not. */
const APART = 0.08;
/** A small clip in a corner, such as a logo. */
const SMALL = 0.36;
/** A clip so many times as large as another is what that lies on, not what belongs to it. */
const LARGER = 12;
/** What a clip in a corner is of the width at most, when it was less before. */
const MOST_CORNER = 0.45;

/** Lays clips of one cell out in another, which has the same place among the others. */
export function arrange(items: readonly Item[], { from, to }: Cells): Placed[] {
  const behind = items.filter((item) => item.kind !== 'text' && covers(item.box, from));
  const others = items.filter((item) => !behind.includes(item));
  const groups = pinnedGroups(others, from);
  const pinned = groups.flat();
  const corners = groups.flatMap((group) => anchored(layoutTree(group), { from, to }).place());
  const placed = behind.map((item) => covering(item, { from, to }));
  const scenes = scenesOf(others.filter((item) => !pinned.includes(item)));
  return [...placed, ...scenes.flatMap((scene) => sceneBeside(scene, corners, { from, to })), ...corners];
}

/** A scene that keeps clear of what is pinned to corners, where it was clear of it before. */
function sceneBeside(scene: readonly Item[], corners: readonly Placed[], cells: Cells): Placed[] {
  const placed = arrangeScene(scene, cells);
  const { to } = cells;
  const gap = 0.02 * Math.min(to.width, to.height);
  let [top, bottom] = [0, 0];
  for (const corner of corners) {
    for (const one of placed) {
      if (!meet(one.box, corner.box) || meet(one.item.box, corner.item.box)) continue;
      if (!areTogether(one.item, corner.item) || isGround(one, corner)) continue;
      const isUpper = corner.box.y + corner.box.height / 2 < to.y + to.height / 2;
      if (isUpper) top = Math.max(top, endOf(corner.box, DOWN) + gap - one.box.y);
      else bottom = Math.max(bottom, endOf(one.box, DOWN) + gap - corner.box.y);
    }
  }
  if (top + bottom <= 0 || top + bottom > to.height / 2) return placed;
  return arrangeScene(scene, { ...cells, to: along(to, DOWN, to.y + top, to.height - top - bottom) });
}

/** Whether a clip is what a small one in a corner may lie on. */
function isGround({ item, box }: Placed, corner: Placed): boolean {
  return item.kind !== 'text' && box.width * box.height >= LARGER * corner.box.width * corner.box.height;
}

function arrangeScene(scene: readonly Item[], cells: Cells): Placed[] {
  const split = splitCells(scene, cells);
  if (split) {
    const within = split.cells.flatMap(({ items, ...parts }) => (items.length > 0 ? arrange(items, parts) : []));
    return [...within, ...(split.over.length > 0 ? arrange(split.over, cells) : [])];
  }
  const tree = layoutTree(scene);
  const lasting = mixesTimes(tree) ? lastingOf(scene) : null;
  if (lasting === null) return groupsOf(tree, cells).flatMap((group) => group.place());
  const others = scenesOf(scene.filter((item) => item !== lasting));
  return [[lasting], ...others].flatMap((part) => arrangeScene(part, cells));
}

/** A group of clips that is laid out as one, and where. */
interface Anchored extends Fitted {
  x: number;
  y: number;
  /** It reaches to the lower edge of its cell. */
  readonly isAtEnd: boolean;
  place(): Placed[];
}

/** Groups that are far apart go to their own edges; those that would meet there are laid out as one, or moved apart. */
function groupsOf(node: LayoutNode, cells: Cells): Anchored[] {
  if (node.kind !== 'row') return [anchored(node, cells)];
  const { axis } = node;
  const groups = clusters(node, APART * cells.from[axis.length]);
  if (groups.length < 2) return [anchored(node, cells)];
  const apart = groups.map((group) => groupsOf(group, cells));
  const boxes = apart.map((group) => around(group));
  const doMeet = boxes.some((box, index) => boxes.slice(index + 1).some((other) => meet(box, other, -8)));
  if (!doMeet) return apart.flat();
  if (axis === ACROSS) return [anchored(node, cells)];
  pushApart(apart, cells.to);
  const { y } = around(apart.flat());
  return y < cells.to.y ? [anchored(node, cells)] : apart.flat();
}

/** Moves groups that lie one under the other down until none meets the one above, and up again where that leaves the cell. */
function pushApart(groups: readonly Anchored[][], to: Rect): void {
  const gap = 0.02 * to.height;
  const move = (group: readonly Anchored[], by: number) => {
    for (const one of group) one.y += by;
  };
  let end = Number.NEGATIVE_INFINITY;
  for (const group of groups) {
    const { y, height } = around(group);
    const by = Math.max(0, end + gap - y);
    move(group, by);
    end = y + by + height;
  }
  // What lay at the lower edge stays there.
  const isAtEdge = groups.at(-1)?.some((one) => one.isAtEnd) === true;
  let start = to.y + to.height * (isAtEdge ? 1 : 1 - SAFE);
  for (const group of groups.toReversed()) {
    const { y, height } = around(group);
    const by = Math.min(0, start - y - height);
    move(group, by);
    start = y + by - gap;
  }
}

/** Parts of a row, those with small gaps between them together. */
function clusters(node: LayoutNode & { kind: 'row' }, gap: number): LayoutNode[] {
  const { axis, parts } = node;
  const groups: LayoutNode[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const part of parts) {
    const group = groups.at(-1);
    if (group && part.box[axis.at] - end < gap) group.push(part);
    else groups.push([part]);
    end = Math.max(end, endOf(part.box, axis));
  }
  return groups.flatMap((group): LayoutNode[] => {
    const [first] = group;
    if (first && group.length === 1) return [first];
    return [{ kind: 'row', axis, parts: group, box: around(group.map((part) => part.box)) }];
  });
}

/** A part of a layout, fitted and put at the edges that it was at. */
function anchored(node: LayoutNode, { from, to }: Cells): Anchored {
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

/** How far texts have to move so that every screen shows them, when it did before. */
function intoSafe(texts: readonly Placed[], axis: Axis, { from, to }: Cells): number {
  if (texts.length === 0) return 0;
  const safe = (cell: Rect) => {
    const edge = SAFE * cell[axis.length];
    return { start: cell[axis.at] + edge, end: endOf(cell, axis) - edge };
  };
  const [before, after] = [around(texts.map(({ item }) => item.box)), around(texts.map(({ box }) => box))];
  const [old, now] = [safe(from), safe(to)];
  if (before[axis.at] < old.start - 1 || endOf(before, axis) > old.end + 1) return 0;
  // A little further in where there is room: fonts and motions differ.
  const air = Math.min(0.01 * to[axis.length], Math.max(0, now.end - now.start - after[axis.length]) / 2);
  if (after[axis.at] < now.start - 0.5) return now.start + air - after[axis.at];
  return endOf(after, axis) > now.end + 0.5 ? now.end - air - endOf(after, axis) : 0;
}

/** How long a part may be along an axis, and whether it takes all of that. */
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

/** Where a part of a length starts: at the edge that it was near, in the middle, or as far along as it was. */
function startAlong(box: Rect, axis: Axis, { from, to }: Cells, size: number): number {
  const { before, after } = marginsOf(box, axis, from);
  const [old, length] = [from[axis.length], to[axis.length]];
  const start = to[axis.at];
  const spare = length - size;
  if (Math.abs(before - after) <= 0.02 * old) return start + spare / 2;
  const near = Math.min(before, after);
  const isFirst = before < after;
  if (near > NEAR * old) return start + (spare * before) / (before + after);
  // What reached beyond the edge does so again; everything else stays inside.
  const margin = near < 0 ? near : Math.min(near, Math.max(0, spare - Math.min(near, spare / 2)));
  return isFirst ? start + margin : start + spare - margin;
}

function marginsOf(box: Rect, axis: Axis, from: Rect): { before: number; after: number } {
  return { before: box[axis.at] - from[axis.at], after: endOf(from, axis) - endOf(box, axis) };
}

function covers(box: Rect, cell: Rect): boolean {
  return [ACROSS, DOWN].every((axis) => {
    const shared = Math.min(endOf(box, axis), endOf(cell, axis)) - Math.max(box[axis.at], cell[axis.at]);
    return shared >= COVERS * cell[axis.length];
  });
}

/** A clip that covers a cell, and then another: all of it, and what reached beyond reaches as far. What keeps its shape becomes larger. */
function covering(item: Item, { from, to }: Cells): Placed {
  const { kind, box } = item;
  if (kind === 'picture' || kind === 'page') return { item, box: to, factor: null };
  if (kind !== 'plate') {
    const factor = Math.max(to.width / from.width, to.height / from.height, 1);
    const size = { width: box.width * factor, height: box.height * factor };
    const place = { x: to.x + (to.width - size.width) / 2, y: to.y + (to.height - size.height) / 2 };
    return { item, box: { ...place, ...size }, factor };
  }
  const over = (axis: Axis) => {
    const { before, after } = marginsOf(box, axis, from);
    return [Math.min(0, before), Math.min(0, after)] as const;
  };
  const [[left, right], [top, bottom]] = [over(ACROSS), over(DOWN)];
  const size = { width: to.width - left - right, height: to.height - top - bottom };
  return { item, box: { x: to.x + left, y: to.y + top, ...size }, factor: null };
}

/** Captions, each alone, and small clips in a corner that nothing else is near to: whatever lies around, they go to their corner. */
function pinnedGroups(items: readonly Item[], cell: Rect): Item[][] {
  const near = 0.05 * Math.min(cell.width, cell.height);
  const area = ({ box }: Item) => box.width * box.height;
  const touch = (a: Item, b: Item) =>
    areTogether(a, b) && distance(a.box, b.box) <= near && area(b) < LARGER * area(a) && area(a) < LARGER * area(b);
  const captions = items.filter(({ clip }) => clip.isCaption).map((item) => [item]);
  const groups: Item[][] = [];
  const left = new Set(items.filter((item) => !item.clip.isCaption && isInCorner(item.box, cell)));
  for (const item of left) {
    const group = [item];
    // It grows while it is gone through.
    for (const one of group) {
      left.delete(one);
      for (const other of items) if (!group.includes(other) && touch(one, other)) group.push(other);
    }
    if (isInCorner(around(group.map(({ box }) => box)), cell)) groups.push(group);
  }
  return [...captions, ...groups];
}

function isInCorner(box: Rect, cell: Rect): boolean {
  return [ACROSS, DOWN].every((axis) => {
    const middle = box[axis.at] + box[axis.length] / 2 - cell[axis.at];
    const isOuter = middle < cell[axis.length] / 3 || middle > (cell[axis.length] * 2) / 3;
    return isOuter && box[axis.length] <= SMALL * cell[axis.length];
  });
}

/** Whether a pile has clips that are never seen together: then something that stays lies over what changes. */
function mixesTimes(node: LayoutNode): boolean {
  if (node.kind === 'one') return false;
  if (node.kind === 'panel') return mixesTimes(node.inner);
  if (node.kind !== 'pile') return node.parts.some(mixesTimes);
  return node.items.some((item, index) => node.items.slice(index + 1).some((other) => !areTogether(item, other)));
}

/** The longest clip, when without it the others are scenes of their own. */
function lastingOf(scene: readonly Item[]): Item | null {
  const longest = scene.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a));
  const others = scene.filter((item) => item !== longest);
  return scenesOf(others).length > 1 ? longest : null;
}
