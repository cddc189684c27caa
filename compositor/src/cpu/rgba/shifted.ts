import { isEmpty, stripsAround } from '../../graph/box.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { type RgbaSurface, viewOfRgba } from './rgba-surface.ts';

/**
 * Draws pixels that all have the same offset in the source. The first pixel of `target` is sampled at (u, v), in 256ths
 * of a pixel from the centre of the first pixel of `source`. Calls `beyond` for the parts that need pixels outside
 * `source`. The bytes are the same as from sampling pixel by pixel.
 */
export function drawShifted(
  kernels: Kernels,
  source: RgbaSurface,
  target: RgbaSurface,
  [u, v]: readonly [u: number, v: number],
  beyond: (part: RgbaSurface) => void,
): void {
  const x = insideOf(u, source.width, target.width);
  const y = insideOf(v, source.height, target.height);
  const inside = { x: target.x + x.from, y: target.y + y.from, width: x.to - x.from, height: y.to - y.from };
  if (isEmpty(inside)) {
    beyond(target);
    return;
  }
  const { offset, stride } = viewOfRgba(target, inside);
  const from = source.offset + (y.from + (v >> 8)) * source.stride + (x.from + (u >> 8)) * 4;
  kernels.run.shiftRgba(offset, stride, inside.width, inside.height, from, source.stride, u & 255, v & 255);
  for (const strip of stripsAround(target, inside)) beyond(viewOfRgba(target, strip));
}

// Returns the range [from, to) of a row (or column) whose two neighbours are both inside the source. A neighbour of
// weight 0 may be outside.
function insideOf(start: number, sourceLength: number, length: number): { from: number; to: number } {
  const first = start >> 8;
  const last = sourceLength - (start & 255 ? 1 : 0);
  const from = Math.min(length, Math.max(0, -first));
  return { from, to: Math.max(from, Math.min(length, last - first)) };
}
