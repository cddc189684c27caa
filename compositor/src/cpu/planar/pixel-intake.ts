import type { Kernels } from '../../kernels/kernel-module.ts';
import { type ChromaFormat, createSurface, type Surface, viewOf } from './surface.ts';

/**
 * Number of RGBA rows that are converted at a time, so that large images are never in the kernels' memory whole. Even,
 * because a chroma sample covers two rows.
 */
export const stripRows = 128;

/**
 * Converts straight-alpha RGBA, rows without gaps, at offset `pixels` of the kernels' memory. When `target` has no
 * alpha planes, the pixels' alpha is ignored.
 */
export function planarFromPixels({ run }: Kernels, pixels: number, target: Surface): void {
  const { width, height, luma, chroma, alpha, chromaFormat } = target;
  const [u, v] = chroma;
  run.rgbaToLuma(luma.offset, luma.stride, alpha?.luma.offset ?? 0, pixels, width, height);
  if (chromaFormat === '4:2:0') {
    run.rgbaToChroma(u.offset, v.offset, u.stride, alpha?.chroma.offset ?? 0, pixels, width, height);
  } else {
    run.rgbaToFullChroma(u.offset, v.offset, u.stride, alpha ? 1 : 0, pixels, width, height);
  }
}

/**
 * Converts straight-alpha sRGB pixels to a new surface. When `hasAlpha` is false, the pixels' alpha is ignored. The
 * caller owns the surface.
 */
export function surfaceOfRgba(
  kernels: Kernels,
  rgba: Uint8Array | Uint8ClampedArray,
  width: number,
  height: number,
  hasAlpha: boolean,
  chromaFormat: ChromaFormat = '4:2:0',
): Surface {
  const { heap } = kernels;
  const surface = createSurface(heap, width, height, hasAlpha, { chromaFormat });
  const pixels = heap.allocate(width * stripRows * 4);
  for (let y = 0; y < height; y += stripRows) {
    const rows = Math.min(stripRows, height - y);
    heap.bytes.set(rgba.subarray(y * width * 4, (y + rows) * width * 4), pixels);
    planarFromPixels(kernels, pixels, viewOf(surface, { x: 0, y, width, height: rows }));
  }
  heap.release(pixels);
  return surface;
}
