import type { Coverage } from '../../../graph/graph-node.ts';
import { rotation } from '../../../graph/matrix.ts';
import type { DrawScope } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';

/** Fills in the coverage of slats across the box, counted along the direction in which they open. */
export function fillSlats(slats: Extract<Coverage, { kind: 'slats' }>, target: RgbaSurface, scope: DrawScope): void {
  const { box, kernels } = scope;
  const { a: x, b: y } = rotation(slats.angle + 90);
  const length = Math.abs(box.width * x) + Math.abs(box.height * y);
  const per = Math.max(1, slats.count) / length;
  const start = (target.x + 0.5 - box.width / 2) * x + (target.y + 0.5 - box.height / 2) * y + length / 2;
  const share = Math.min(1, Math.max(0, slats.share));
  const { offset, stride, width, height } = target;
  kernels.run.coverSlats(offset, stride, width, height, x * per, y * per, start * per, share, per);
}
