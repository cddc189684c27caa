import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { createCanvas } from '../../sprites/vector-library.ts';
import { planarFromPixels, stripRows } from '../planar/pixel-intake.ts';
import { type ChromaFormat, createSurface, type Surface, viewOf } from '../planar/surface.ts';

/** Draws on a transparent canvas of whole pixels and converts the result once. The caller owns the surface. */
export function rasterise(
  kernels: Kernels,
  width: number,
  height: number,
  draw: (context: SKRSContext2D) => void,
): Surface {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  draw(context);
  return surfaceOfRgba(kernels, context.getImageData(0, 0, width, height).data, width, height, true);
}

/** Converts straight-alpha sRGB pixels. Without alpha the pixels' own alpha is ignored. The caller owns the surface. */
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
