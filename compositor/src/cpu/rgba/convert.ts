import type { Kernels } from '../../kernels/kernel-module.ts';
import type { Surface } from '../planar/surface.ts';
import { createRgba, type RgbaSurface } from './rgba-surface.ts';

/**
 * The planar picture (BT.709 limited, colours multiplied by alpha if it has one) as premultiplied RGBA, its top left
 * pixel at `origin`. The caller owns the result. About 2 ms at 1080p.
 */
export function rgbaFromPlanar(
  kernels: Kernels,
  surface: Surface,
  origin: { readonly x: number; readonly y: number },
): RgbaSurface {
  const { width, height } = surface;
  const rgba = createRgba(kernels.heap, { ...origin, width, height });
  kernels.run.planarToRgba(rgba.offset, rgba.stride, ...planesOf(surface), width, height, 0, height, 0, 0);
  return rgba;
}

/**
 * The rows of `target`, whose place is in `surface` and whose first row is even, as `rgbaFromPlanar` makes them. `above`: chroma of
 * the row of samples above them, where it is no longer in `surface`.
 */
export function rgbaRowsFromPlanar(
  { run }: Kernels,
  surface: Surface,
  target: RgbaSurface,
  above: { readonly u: number; readonly v: number } | null,
): void {
  const { width, height } = surface;
  const rows = [target.y, target.y + target.height] as const;
  const rest = [width, height, ...rows, above?.u ?? 0, above?.v ?? 0] as const;
  run.planarToRgba(target.offset, target.stride, ...planesOf(surface), ...rest);
}

/**
 * Writes a picture into a planar surface of the same size, whatever its origin. A target with alpha gets premultiplied
 * planes; one without gets the picture over black.
 */
export function planarFromRgba(kernels: Kernels, rgba: RgbaSurface, target: Surface): void {
  kernels.run.rgbaToPlanar(...planesOf(target), rgba.offset, rgba.stride, target.width, target.height);
}

function planesOf(surface: Surface): [number, number, number, number, number, number, number] {
  const [u, v] = surface.chroma;
  const { luma, alpha } = surface;
  return [luma.offset, luma.stride, u.offset, v.offset, u.stride, alpha?.luma.offset ?? 0, alpha?.chroma.offset ?? 0];
}
