import type { Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import type { Colour } from '../../../graph/values.ts';
import type { DrawScope } from '../draw-scope.ts';
import { createRgba, type RgbaSurface } from '../rgba-surface.ts';

/** Fills `area` with one colour. */
export function drawSolid({ colour }: GraphNodeOf<'solid'>, area: Rect, { kernels }: DrawScope): RgbaSurface {
  const surface = createRgba(kernels.heap, area);
  kernels.run.fillRgba(surface.offset, surface.stride, surface.width, surface.height, pixelOf(colour));
  return surface;
}

/** Returns a colour as a premultiplied 32-bit pixel, red in the lowest byte. */
export function pixelOf({ r, g, b, a }: Colour): number {
  const byte = (value: number) => Math.min(255, Math.max(0, Math.round(value * 255)));
  const alpha = Math.min(1, Math.max(0, a));
  return byte(r * alpha) | (byte(g * alpha) << 8) | (byte(b * alpha) << 16) | (byte(alpha) << 24);
}
