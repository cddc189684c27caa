import { type Anchored, anchored, SAFE } from './anchored.ts';
import type { LayoutNode } from './layout-tree.ts';
import { ACROSS, around, type Cells, endOf, meet, type Rect } from './rect.ts';

/** Minimum gap that separates two groups of clips, as a share of the cell's side. */
const APART = 0.08;

/**
 * Splits a layout into groups that are each placed at their own edge. Groups that would overlap there are laid out as a
 * unit or moved apart.
 */
export function groupsOf(node: LayoutNode, cells: Cells): Anchored[] {
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

/** Moves stacked groups down until none overlaps the one above, then up again where that exceeds the cell. */
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

/** Splits the parts of a row into clusters. Parts with gaps smaller than `gap` pixels form one cluster. */
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
