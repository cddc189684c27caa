import type { Rect } from '../graph/box.ts';
import type { Coverage } from '../graph/graph-node.ts';
import { edgePath } from '../graph/path-data.ts';
import { createCanvas, createPath } from './vector-library.ts';

/**
 * Rasterizes the inside of a path in white on a transparent canvas of `rect`, with its edge moved by `expansion` and
 * antialiased. Returns RGBA, rows without gaps. The caller applies the feather.
 */
export function rasterOutline(
  { d, expansion }: Pick<Extract<Coverage, { kind: 'outline' }>, 'd' | 'expansion'>,
  rect: Rect,
): Uint8ClampedArray {
  const canvas = createCanvas(rect.width, rect.height);
  const context = canvas.getContext('2d');
  const path = createPath(d);
  context.translate(-rect.x, -rect.y);
  context.fillStyle = 'white';
  context.strokeStyle = 'white';
  context.fill(path, 'nonzero');
  // The edge is moved by a stroke: added to expand, cut out to shrink. Caps are round, so that every point moves
  // equally far. Each segment is stroked separately, because a stroke around a whole path leaves holes where it is
  // wider than a bend. Where subpaths overlap, their lines inside the shape are not edges.
  if (expansion !== 0) {
    context.globalCompositeOperation = expansion > 0 ? 'source-over' : 'destination-out';
    context.lineWidth = 2 * Math.abs(expansion);
    context.lineCap = 'round';
    context.stroke(createPath(edgePath(expansion < 0 ? path.simplify().toSVGString() : d)));
  }
  return context.getImageData(0, 0, rect.width, rect.height).data;
}
