import type { Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import { withFrame } from '../sampling.ts';

/** Computes `k1 a b + k2 a + k3 b + k4` for each channel. */
export function drawSum(
  { k1, k2, k3, k4 }: GraphNodeOf<'sum'>,
  area: Rect,
  inputs: readonly Source[],
  { kernels }: DrawScope,
): RgbaSurface {
  const target = sourceAt(inputs, 1).own(area);
  const { offset, stride, width, height } = target;
  withFrame(kernels, sourceAt(inputs, 0).surface, area, (over) => {
    kernels.run.sumRgba(offset, stride, over.offset, over.stride, width, height, k1, k2, k3, k4);
  });
  return target;
}
