import type { Coverage } from '../../../graph/graph-node.ts';
import { rotation } from '../../../graph/matrix.ts';
import { edgeWidth } from '../../../graph/soft-edge.ts';
import type { DrawScope } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';

/** Fills in the coverage of the half plane on one side of a line. */
export function fillHalf(half: Extract<Coverage, { kind: 'half' }>, target: RgbaSurface, { kernels }: DrawScope): void {
  const { a, b } = rotation(half.angle);
  const width = edgeWidth(half.feather);
  const start = (target.x + 0.5 - half.x) * a + (target.y + 0.5 - half.y) * b;
  const line = [a / width, b / width, start / width] as const;
  const { offset, stride, height } = target;
  kernels.run.coverLines(offset, stride, target.width, height, ...line, ...line, 0);
}
