import { isEmpty, type Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { type BlurHalo, blurHalo } from '../../../graph/primitives/blur.ts';
import { sampledRect } from '../../../graph/sampled-rect.ts';
import { drawDirectional } from '../directional-blur.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import { drawGaussian } from '../gaussian.ts';
import { drawRadial } from '../radial-blur.ts';
import { copyRgba, type RgbaSurface, releaseRgba } from '../rgba-surface.ts';
import { cleared, extended, withFrame } from '../sampling.ts';

/** Draws a blurred image. */
export function drawBlur(
  { edge, shape }: GraphNodeOf<'blur'>,
  area: Rect,
  inputs: readonly Source[],
  scope: DrawScope,
): RgbaSurface {
  const { kernels } = scope;
  const { surface } = sourceAt(inputs, 0);
  if (isEmpty(surface)) return cleared(kernels, area);
  const halo = blurHalo(shape);
  if (halo.still) return copyRgba(kernels, surface, area);
  if (edge !== 'clamp') return drawShape(shape, halo, scope, surface, area, false);
  // The repeated edge is the box's edge, wherever the input ends.
  const rect = sampledRect('clamp', halo.needs(area), scope);
  return withFrame(kernels, surface, rect, (framed) => drawShape(shape, halo, scope, framed, area, true));
}

// Expects `source` to hold the pixels that `area` needs, where there are any.
function drawShape(
  shape: GraphNodeOf<'blur'>['shape'],
  halo: BlurHalo,
  { kernels, box }: DrawScope,
  source: RgbaSurface,
  area: Rect,
  clamp: boolean,
): RgbaSurface {
  switch (shape.type) {
    case 'gaussian':
      return drawGaussian(kernels, source, area, Math.max(0, shape.sigmaX), Math.max(0, shape.sigmaY), clamp);
    case 'directional': {
      const around = halo.needs(area);
      const framed = clamp ? extended(kernels, source, around) : copyRgba(kernels, source, around);
      const result = drawDirectional(kernels, framed, area, shape.length, shape.angle);
      releaseRgba(kernels.heap, framed);
      return result;
    }
    case 'radial':
      return drawRadial(kernels, source, area, shape, box, clamp ? 'clamp' : 'transparent');
  }
}
