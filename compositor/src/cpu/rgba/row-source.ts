import type { Rect } from '../../graph/box.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { type RgbaSurface, releaseRgba, viewOfRgba } from './rgba-surface.ts';

/** Image whose pixels are made on demand. */
export interface RowSource extends Rect {
  /** Makes exactly `rect`, which must be inside the image. The caller may write to the result and must release it. */
  rows(rect: Rect): RgbaSurface;
}

/** Input image of a graph: read-only pixels owned by the caller, or rows made on demand. */
export type GivenSurface = RgbaSurface | RowSource;

/** Whether an image's pixels are made on demand. */
export function isRowSource(picture: GivenSurface): picture is RowSource {
  return 'rows' in picture;
}

/** Runs `work` with `rect` of an image, which must be inside it. The rows are read only and valid during the call. */
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
 * Returns the number of rows of `width` pixels that are processed at a time, so that they stay in a core's cache. Even,
 * at least 16.
 */
export function bandRows(width: number): number {
  return Math.max(16, Math.floor(bandBytes / (4 * Math.max(1, width))) & ~1);
}
