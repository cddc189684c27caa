import { type Anchored, anchored, marginsOf, SAFE } from './anchored.ts';
import type { Placed } from './fitted-tree.ts';
import type { Item } from './item.ts';
import { areTogether, type LayoutNode, layoutTree, scenesOf } from './layout-tree.ts';
import {
  ACROSS,
  type Axis,
  along,
  around,
  type Cells,
  COVERS,
  DOWN,
  distance,
  endOf,
  meet,
  type Rect,
  shared,
} from './rect.ts';
import { splitCells } from './split-cells.ts';

/** Maximum width and height of a small clip in a corner, such as a logo, as shares of the cell's width and height. */
const SMALL = 0.36;
/** Area ratio from which the larger of two clips is the background of the smaller one, not part of the same group. */
const LARGER = 12;

/**
 * Moves the clips in the area `from` of the old canvas to `to`, the corresponding area of the new canvas. Returns the
 * clips with their new boxes.
 */
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

/**
 * Lays out a scene without new overlaps with the clips that are pinned to corners. Overlaps that existed before are
 * kept.
 */
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

/** Whether a clip is large enough to be the background of a small clip in a corner, so that the two may overlap. */
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

function covers(box: Rect, cell: Rect): boolean {
  return [ACROSS, DOWN].every((axis) => shared(box, cell, axis) >= COVERS * cell[axis.length]);
}

/**
 * Makes a clip that covers the old cell cover the new one. Parts beyond the edges of the old cell extend equally far
 * beyond the new one. Clips that keep their shape are scaled up, never down.
 */
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

/**
 * Groups the clips that are pinned to a corner regardless of the rest of the layout. These are captions, each in a
 * group of its own, and small clips in a corner without a neighbour outside of the corner.
 */
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
    // The loop also visits the items that it appends to the group.
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

/**
 * Whether clips that overlap in space include two that are never visible together, because one clip stays while other
 * clips change on top of it.
 */
function mixesTimes(node: LayoutNode): boolean {
  if (node.kind === 'one') return false;
  if (node.kind === 'panel') return mixesTimes(node.inner);
  if (node.kind !== 'pile') return node.parts.some(mixesTimes);
  return node.items.some((item, index) => node.items.slice(index + 1).some((other) => !areTogether(item, other)));
}

/** Returns the longest clip if the other clips form more than one scene without it, otherwise null. */
function lastingOf(scene: readonly Item[]): Item | null {
  const longest = scene.reduce((a, b) => (b.end - b.start > a.end - a.start ? b : a));
  const others = scene.filter((item) => item !== longest);
  return scenesOf(others).length > 1 ? longest : null;
}

/** Minimum gap that separates two groups of clips, as a share of the cell's width or height. */
const APART = 0.08;

/**
 * Splits a layout into groups that are each placed at their own edge. Groups that would overlap there are laid out as a
 * unit or moved apart.
 */
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

/**
 * Moves stacked groups down until no group overlaps the one above it, then up again where they extend beyond the cell.
 */
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
  // A group that touched the lower edge still touches it.
  const isAtEdge = groups.at(-1)?.some((one) => one.isAtEnd) === true;
  let start = to.y + to.height * (isAtEdge ? 1 : 1 - SAFE);
  for (const group of groups.toReversed()) {
    const { y, height } = around(group);
    const by = Math.min(0, start - y - height);
    move(group, by);
    start = y + by - gap;
  }
}

/** Splits the elements of a row into clusters. Elements with gaps smaller than `gap` pixels form one cluster. */
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
