import type { Rect } from '../graph/box.ts';
import type { Coverage } from '../graph/graph-node.ts';
import { edgePath } from '../graph/path-data.ts';
import { createCanvas, createPath } from './vector-library.ts';

/**
 * The inside of a path in white on a transparent canvas of `rect`, its edge moved by `expansion`, hard but for antialiasing: RGBA, rows without gaps.
 * The feather is left to whoever draws it.
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
  // Expansion is a stroke: added when it grows, cut out when it shrinks. Round, so that every point moves as far. Each line by
  // itself: around a whole path a stroke wider than its bends leaves holes. Where outlines overlap, their lines inside are
  // no edge.
  if (expansion !== 0) {
    context.globalCompositeOperation = expansion > 0 ? 'source-over' : 'destination-out';
    context.lineWidth = 2 * Math.abs(expansion);
    context.lineCap = 'round';
    context.stroke(createPath(edgePath(expansion < 0 ? path.simplify().toSVGString() : d)));
  }
  return context.getImageData(0, 0, rect.width, rect.height).data;
}
