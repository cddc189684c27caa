import { isEmpty, overlap, type Rect } from '../../graph/box.ts';
import type { Heap } from '../../kernels/heap.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';

/** A picture of premultiplied RGBA, 4 bytes a pixel, in the kernels' memory. */
export interface RgbaSurface {
  readonly offset: number;
  /** Bytes between rows. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
  /** Where its top left pixel lies in the box's coordinates; may be negative: room for a blur. */
  readonly x: number;
  readonly y: number;
  readonly block: number;
}

/** Takes memory for a surface. Contents are undefined; give it back with `releaseRgba`. */
export function createRgba(heap: Heap, rect: Rect): RgbaSurface {
  const { x, y, width, height } = rect;
  // Whole vectors of four pixels a row.
  const stride = (width * 4 + 15) & ~15;
  const block = heap.allocate(stride * height);
  return { offset: block, stride, width, height, x, y, block };
}

/** Gives the memory of a surface back, and that of all its views. */
export function releaseRgba(heap: Heap, surface: RgbaSurface): void {
  heap.release(surface.block);
}

/** The part of a surface inside `rect` (which lies in it), in the same memory. */
export function viewOfRgba(surface: RgbaSurface, rect: Rect): RgbaSurface {
  const offset = surface.offset + (rect.y - surface.y) * surface.stride + (rect.x - surface.x) * 4;
  const { x, y, width, height } = rect;
  return { offset, stride: surface.stride, width, height, x, y, block: surface.block };
}

/** A new surface of `rect` with the part of `source` that lies in it, transparent around that. */
export function copyRgba(kernels: Kernels, source: RgbaSurface, rect: Rect): RgbaSurface {
  const copy = createRgba(kernels.heap, rect);
  const shared = overlap(source, rect);
  if (shared.width !== rect.width || shared.height !== rect.height) clearRgba(kernels, copy);
  if (!isEmpty(shared)) pasteRgba(kernels, viewOfRgba(source, shared), viewOfRgba(copy, shared));
  return copy;
}

/** Copies pixels between surfaces of the same size. */
export function pasteRgba(kernels: Kernels, source: RgbaSurface, target: RgbaSurface): void {
  const { width, height } = target;
  kernels.run.copyRect(target.offset, target.stride, source.offset, source.stride, width * 4, height);
}

/** Makes every pixel transparent. */
export function clearRgba(kernels: Kernels, surface: RgbaSurface): void {
  kernels.run.fillRect(surface.offset, surface.stride, surface.width * 4, surface.height, 0);
}
