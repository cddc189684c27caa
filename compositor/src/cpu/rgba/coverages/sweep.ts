import type { Coverage } from '../../../graph/graph-node.ts';
import { rotation } from '../../../graph/matrix.ts';
import { edgeWidth } from '../../../graph/soft-edge.ts';
import type { DrawScope } from '../draw-scope.ts';
import { clearRgba, type RgbaSurface } from '../rgba-surface.ts';

const opaqueWhite = -1;

/** Fills in the coverage of a sector: from the upward line at the centre, clockwise by `share` of a turn. */
export function fillSweep(
  sweep: Extract<Coverage, { kind: 'sweep' }>,
  target: RgbaSurface,
  { kernels }: DrawScope,
): void {
  const { offset, stride, width, height } = target;
  if (sweep.share <= 0) {
    clearRgba(kernels, target);
    return;
  }
  if (sweep.share >= 1) {
    kernels.run.fillRgba(offset, stride, width, height, opaqueWhite);
    return;
  }
  const edge = edgeWidth(sweep.feather);
  const dx = target.x + 0.5 - sweep.x;
  const dy = target.y + 0.5 - sweep.y;
  // Right of the upward line, and left of the rotated one, whose normal is its own direction rotated back by a quarter
  // turn.
  const { a: x, b: y } = rotation(sweep.share * 360 + 180);
  const start = [1 / edge, 0, dx / edge] as const;
  const end = [x / edge, y / edge, (dx * x + dy * y) / edge] as const;
  kernels.run.coverLines(offset, stride, width, height, ...start, ...end, sweep.share > 0.5 ? 1 : 0);
}
