import { type Anchored, anchored, SAFE } from './anchored.ts';
import type { LayoutNode } from './layout-tree.ts';
import { ACROSS, around, type Cells, endOf, meet, type Rect } from './rect.ts';

/** Gaps of this size part what belongs together from what does not. */
const APART = 0.08;

/** Groups that are far apart go to their own edges; those that would meet there are laid out as one, or moved apart. */
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
