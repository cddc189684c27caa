import { isEmpty, overlap, type Rect } from '../../graph/box.ts';
import type { Heap } from '../../kernels/heap.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';

/** Image of premultiplied RGBA, 4 bytes a pixel, in WebAssembly memory. */
export interface RgbaSurface {
  readonly offset: number;
  /** Distance between rows in bytes. */
  readonly stride: number;
  readonly width: number;
  readonly height: number;
  /**
   * Horizontal position of the surface's top left pixel in the coordinates of the layer's box; `y` is the vertical one.
   * Negative when the surface has a margin, for example for a blur.
   */
  readonly x: number;
  readonly y: number;
  readonly block: number;
}

/** Allocates a surface with undefined contents. Release it with `releaseRgba`. */
export function createRgba(heap: Heap, rect: Rect): RgbaSurface {
  const { x, y, width, height } = rect;
  // Each row is a whole number of vectors of four pixels.
  const stride = (width * 4 + 15) & ~15;
  const block = heap.allocate(stride * height);
  return { offset: block, stride, width, height, x, y, block };
}

/** Releases the memory of a surface, which all of its views share. */
export function releaseRgba(heap: Heap, surface: RgbaSurface): void {
  heap.release(surface.block);
}

/** Returns a view of the part of a surface inside `rect`, in the same memory. `rect` must be inside the surface. */
export function viewOfRgba(surface: RgbaSurface, rect: Rect): RgbaSurface {
  const offset = surface.offset + (rect.y - surface.y) * surface.stride + (rect.x - surface.x) * 4;
  const { x, y, width, height } = rect;
  return { offset, stride: surface.stride, width, height, x, y, block: surface.block };
}

/** Creates a surface of size `rect` with the part of `source` inside `rect`, transparent elsewhere. */
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

/** Image whose pixels are produced on demand. */
export interface RowSource extends Rect {
  /**
   * Produces exactly `rect`, which must be inside the image. The caller may write to the result and must release it.
   */
  rows(rect: Rect): RgbaSurface;
}

/** Input image of an effect graph: read-only pixels owned by the caller, or rows that are produced on demand. */
export type GivenSurface = RgbaSurface | RowSource;

/** Whether an image's pixels are produced on demand. */
export function isRowSource(picture: GivenSurface): picture is RowSource {
  return 'rows' in picture;
}

/**
 * Runs `work` with the rows `rect` of an image, which must be inside the image. The rows are read-only and valid during
 * the call.
 */
export function withRows<T>({ heap }: Kernels, picture: GivenSurface, rect: Rect, work: (rows: RgbaSurface) => T): T {
  if (!isRowSource(picture)) return work(viewOfRgba(picture, rect));
  const rows = picture.rows(rect);
  try {
    return work(rows);
  } finally {
    releaseRgba(heap, rows);
  }
}

// Bytes of a band: the part of a core's cache that tables and planes leave free.
const bandBytes = 256 * 1024;

/**
 * Returns the number of rows of `width` pixels that are processed together in one band, so that they stay in a core's
 * cache. The number is even and at least 16.
 */
export function bandRows(width: number): number {
  return Math.max(16, Math.floor(bandBytes / (4 * Math.max(1, width))) & ~1);
}
