import { contains, isEmpty, overlap, type Rect, stripsAround } from '../../graph/box.ts';
import type { Edge } from '../../graph/values.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { copyRgba, createRgba, pasteRgba, type RgbaSurface, releaseRgba, viewOfRgba } from './rgba-surface.ts';

const edges: Readonly<Record<Edge, number>> = { transparent: 0, clamp: 1, mirror: 2, wrap: 3 };

/** Returns the number by which the WebAssembly kernels identify an edge mode. */
export function kernelEdge(edge: Edge): number {
  return edges[edge];
}

/**
 * Runs `work` with a surface of exactly `rect`: a view of `source` if `source` covers `rect`, otherwise a temporary
 * copy that is transparent outside `source`.
 */
export function withFrame<T>(kernels: Kernels, source: RgbaSurface, rect: Rect, work: (frame: RgbaSurface) => T): T {
  if (contains(source, rect)) return work(viewOfRgba(source, rect));
  const frame = source.width > 0 ? copyRgba(kernels, source, rect) : cleared(kernels, rect);
  const result = work(frame);
  releaseRgba(kernels.heap, frame);
  return result;
}

/** Creates a transparent surface of size `rect`. The caller must release it. */
export function cleared(kernels: Kernels, rect: Rect): RgbaSurface {
  const surface = createRgba(kernels.heap, rect);
  kernels.run.fillRect(surface.offset, surface.stride, surface.width * 4, surface.height, 0);
  return surface;
}

/**
 * Creates a surface of size `rect` with the part of `source` inside `rect`. Elsewhere, the edge pixels of `source` are
 * repeated. The caller must release the result.
 */
export function extended(kernels: Kernels, source: RgbaSurface, rect: Rect): RgbaSurface {
  const target = createRgba(kernels.heap, rect);
  const inside = overlap(source, rect);
  if (isEmpty(inside)) {
    repeatEdge(kernels, source, target);
    return target;
  }
  pasteRgba(kernels, viewOfRgba(source, inside), viewOfRgba(target, inside));
  for (const strip of stripsAround(rect, inside)) repeatEdge(kernels, source, viewOfRgba(target, strip));
  return target;
}

function repeatEdge({ run }: Kernels, source: RgbaSurface, target: RgbaSurface): void {
  const { offset, stride, width, height } = source;
  const start = [target.x - source.x, target.y - source.y] as const;
  const unmoved = [...start, 1, 0, 0, 1, 1, 1] as const;
  const size = [target.width, target.height] as const;
  run.affineRgba(target.offset, target.stride, ...size, offset, stride, width, height, ...unmoved, edges.clamp);
}

/**
 * Draws an image shifted by a constant offset. The first pixel of `target` is sampled at (u, v), in units of 1/256
 * pixel from the centre of the first pixel of `source`. Calls `beyond` for the regions of `target` that need pixels
 * outside `source`. The result has the same bytes as sampling pixel by pixel.
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
