import { overlap, type Rect } from './box.ts';
import { boxRect, type GraphScope } from './node-rules.ts';
import type { Edge } from './values.ts';

/** Returns the rectangle of an image that is needed to sample `wanted` with an edge mode. */
export function sampledRect(edge: Edge, wanted: Rect, scope: GraphScope): Rect {
  if (edge === 'transparent') return wanted;
  const box = boxRect(scope);
  if (edge === 'clamp') return clampedRect(wanted, box);
  // Repeated positions may read any pixel of the box.
  return edge === 'mirror' ? mirroredRect(wanted, box) : box;
}

// At least one column and row: an area completely outside shows the border.
function clampedRect(wanted: Rect, box: Rect): Rect {
  const x = Math.min(Math.max(wanted.x, 0), box.width - 1);
  const y = Math.min(Math.max(wanted.y, 0), box.height - 1);
  const right = Math.min(Math.max(wanted.x + wanted.width, x + 1), box.width);
  const bottom = Math.min(Math.max(wanted.y + wanted.height, y + 1), box.height);
  return overlap({ x, y, width: right - x, height: bottom - y }, box);
}

// A position beyond an edge reads the pixel at the same distance inside. The rectangle ends at the box where the area
// is folded, otherwise at the wanted area.
function mirroredRect({ x, y, width, height }: Rect, box: Rect): Rect {
  const across = mirroredSpan(x, x + width, box.width);
  const down = mirroredSpan(y, y + height, box.height);
  return { x: across.from, y: down.from, width: across.to - across.from, height: down.to - down.from };
}

function mirroredSpan(from: number, to: number, length: number): { from: number; to: number } {
  const [before, after] = [Math.max(0, -from), Math.max(0, to - length)];
  const isFoldedOnce = before === 0 || after === 0;
  if (!isFoldedOnce || before >= length || after >= length) return { from: 0, to: length };
  if (before > 0) return { from: 0, to: Math.min(length, Math.max(to, before)) };
  if (after > 0) return { from: Math.max(0, Math.min(from, length - after)), to: length };
  return { from, to };
}
