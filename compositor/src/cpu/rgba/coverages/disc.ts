import type { Coverage } from '../../../graph/graph-node.ts';
import { edgeWidth } from '../../../graph/soft-edge.ts';
import type { DrawScope } from '../draw-scope.ts';
import { clearRgba, type RgbaSurface } from '../rgba-surface.ts';

/** Fills in the coverage of an ellipse. A radius of 0 or less covers nothing. */
export function fillDisc(disc: Extract<Coverage, { kind: 'disc' }>, target: RgbaSurface, { kernels }: DrawScope): void {
  const { radiusX, radiusY } = disc;
  if (!(radiusX > 0 && radiusY > 0)) {
    clearRgba(kernels, target);
    return;
  }
  const { offset, stride, width, height } = target;
  const [cx, cy] = [disc.x - target.x - 0.5, disc.y - target.y - 0.5];
  kernels.run.coverDisc(offset, stride, width, height, cx, cy, radiusX, radiusY, edgeWidth(disc.feather));
}
