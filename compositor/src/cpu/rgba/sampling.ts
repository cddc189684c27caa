import { contains, isEmpty, overlap, type Rect, stripsAround } from '../../graph/box.ts';
import type { Edge } from '../../graph/picture.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { boxRect, type Scene } from './picture-node.ts';
import { copyRgba, createRgba, pasteRgba, type RgbaSurface, releaseRgba, viewOfRgba } from './rgba-surface.ts';

const edges: Readonly<Record<Edge, number>> = { transparent: 0, clamp: 1, mirror: 2, wrap: 3 };

/** An edge as the kernels take it. */
export function kernelEdge(edge: Edge): number {
  return edges[edge];
}

/** The part of a picture that has to be there to sample `wanted` of it under an edge. */
export function sampledRect(edge: Edge, wanted: Rect, scene: Scene): Rect {
  if (edge === 'transparent') return wanted;
  const box = boxRect(scene);
  if (edge === 'clamp') return clampedRect(wanted, box);
  // Repeated positions may come from anywhere in the box.
  return edge === 'mirror' ? mirroredRect(wanted, box) : box;
}

/** Does something with a surface of exactly `rect`: a view of `source` when that covers it, else a copy for the while. */
export function withFrame<T>(kernels: Kernels, source: RgbaSurface, rect: Rect, work: (frame: RgbaSurface) => T): T {
  if (contains(source, rect)) return work(viewOfRgba(source, rect));
  const frame = source.width > 0 ? copyRgba(kernels, source, rect) : cleared(kernels, rect);
  const result = work(frame);
  releaseRgba(kernels.heap, frame);
  return result;
}

/** A transparent surface. */
export function cleared(kernels: Kernels, rect: Rect): RgbaSurface {
  const surface = createRgba(kernels.heap, rect);
  kernels.run.fillRect(surface.offset, surface.stride, surface.width * 4, surface.height, 0);
  return surface;
}

/** A copy of `rect` of a picture whose edge pixels go on beyond it. */
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

// At least one column and row: what lies wholly beyond shows the border.
function clampedRect(wanted: Rect, box: Rect): Rect {
  const x = Math.min(Math.max(wanted.x, 0), box.width - 1);
  const y = Math.min(Math.max(wanted.y, 0), box.height - 1);
  const right = Math.min(Math.max(wanted.x + wanted.width, x + 1), box.width);
  const bottom = Math.min(Math.max(wanted.y + wanted.height, y + 1), box.height);
  return overlap({ x, y, width: right - x, height: bottom - y }, box);
}

// What lies beyond an edge is found as far inside of it. A frame ends at the box where anything is folded, else beyond what is wanted.
function mirroredRect({ x, y, width, height }: Rect, box: Rect): Rect {
  const across = mirroredSpan(x, x + width, box.width);
  const down = mirroredSpan(y, y + height, box.height);
  return { x: across.from, y: down.from, width: across.to - across.from, height: down.to - down.from };
}

function mirroredSpan(from: number, to: number, length: number): { from: number; to: number } {
  const [before, after] = [Math.max(0, -from), Math.max(0, to - length)];
  const isFoldedOnce = before === 0 || after === 0;
  if (!isFoldedOnce || before >= length || after >= length) return { from: 0, to: length };
  if (before > 0) return { from: 0, to: Math.min(length, Math.max(to, before)) };
  if (after > 0) return { from: Math.max(0, Math.min(from, length - after)), to: length };
  return { from, to };
}
