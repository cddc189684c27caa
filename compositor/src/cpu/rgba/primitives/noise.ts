import type { Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import type { DrawScope } from '../draw-scope.ts';
import { createRgba, type RgbaSurface } from '../rgba-surface.ts';

/** Draws noise over `area`. The formula is documented at the kernel `noiseRgba`. */
export function drawNoise(
  { seed, size, amount, roughness, monochrome }: GraphNodeOf<'noise'>,
  area: Rect,
  { kernels }: DrawScope,
): RgbaSurface {
  const target = createRgba(kernels.heap, area);
  const { offset, stride, width, height } = target;
  const cell = Math.max(1, size);
  const rough = Math.min(1, Math.max(0, roughness));
  const place = [area.x, area.y] as const;
  const scratch = kernels.heap.allocate(kernels.run.noiseScratchSize(width));
  const look = [seed, cell, amount, rough, monochrome ? 1 : 0] as const;
  kernels.run.noiseRgba(offset, stride, width, height, ...place, ...look, scratch);
  kernels.heap.release(scratch);
  return target;
}
