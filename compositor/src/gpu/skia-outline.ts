import { rasterOutline } from '../sprites/raster-outline.ts';
import type { OutlineRaster } from './outline-raster.ts';

/** Outlines rasterised as the processor's backend does: the same edges to the byte. */
export const skiaOutline: OutlineRaster = (outline, rect) => {
  const pixels = rasterOutline(outline, rect);
  return Uint8Array.from({ length: rect.width * rect.height }, (_, at) => pixels[at * 4 + 3] ?? 0);
};
