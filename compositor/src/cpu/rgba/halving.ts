import type { Kernels } from '../../kernels/kernel-module.ts';
import { createRgba, type RgbaSurface, releaseRgba } from './rgba-surface.ts';

/**
 * Runs `work` with a surface halved `level` times by the mean of 2 x 2 pixels. The position of the halved surface is in
 * halved pixels. Odd sizes repeat their last column and row.
 */
export function withHalved<T>(
  kernels: Kernels,
  surface: RgbaSurface,
  level: number,
  work: (halved: RgbaSurface) => T,
): T {
  if (level === 0) return work(surface);
  const { offset, stride, width, height } = surface;
  const half = createRgba(kernels.heap, {
    x: surface.x / 2,
    y: surface.y / 2,
    width: (width + 1) >> 1,
    height: (height + 1) >> 1,
  });
  kernels.run.halveRgba(half.offset, half.stride, offset, stride, width, height);
  const result = withHalved(kernels, half, level - 1, work);
  releaseRgba(kernels.heap, half);
  return result;
}
