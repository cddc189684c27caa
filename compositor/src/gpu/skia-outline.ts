import { rasterOutline } from '../sprites/raster-outline.ts';
import type { OutlineRaster } from './outline-raster.ts';

/** Rasterizes outlines like the CPU backend, with byte-equal edges. */
export const skiaOutline: OutlineRaster = (outline, rect) => {
  const pixels = rasterOutline(outline, rect);
  return Uint8Array.from({ length: rect.width * rect.height }, (_, at) => pixels[at * 4 + 3] ?? 0);
};
