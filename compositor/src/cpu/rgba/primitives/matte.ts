import type { Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { drawCoverage } from '../coverages/index.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import { type RgbaSurface, releaseRgba } from '../rgba-surface.ts';

// Full strength in the kernels' scale (0-256).
const whole = 256;

/** Multiplies an image by a coverage. */
export function drawMatte(
  { by, invert, strength }: GraphNodeOf<'matte'>,
  area: Rect,
  inputs: readonly Source[],
  scope: DrawScope,
): RgbaSurface {
  const { kernels } = scope;
  const weight = Math.min(whole, Math.max(0, Math.round(strength * whole)));
  const target = sourceAt(inputs, 0).own(area);
  const cover = drawCoverage(by, area, inputs.at(1)?.surface ?? null, scope);
  const { surface } = cover;
  const { offset, stride, width, height } = target;
  kernels.run.multiplyRgba(offset, stride, surface.offset, surface.stride, width, height, weight, invert ? 1 : 0);
  if (!cover.kept) releaseRgba(kernels.heap, surface);
  return target;
}
