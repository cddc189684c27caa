import type { Rect } from '../../graph/box.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import { type RgbaSurface, releaseRgba, viewOfRgba } from './rgba-surface.ts';

/** A picture whose pixels are made when they are asked for. */
export interface RowSource extends Rect {
  /** Exactly `rect`, which lies in it. The caller may write it, and releases it. */
  rows(rect: Rect): RgbaSurface;
}

/** A picture that a graph is given: pixels that are its owner's, to be read only, or rows made on demand. */
export type GivenSurface = RgbaSurface | RowSource;

/** Whether a picture's pixels are made when they are asked for. */
export function isRowSource(picture: GivenSurface): picture is RowSource {
  return 'rows' in picture;
}

/** Does something with `rect` of a picture, which lies in it. Read only, for the while. */
export function withRows<T>({ heap }: Kernels, picture: GivenSurface, rect: Rect, work: (rows: RgbaSurface) => T): T {
  if (!isRowSource(picture)) return work(viewOfRgba(picture, rect));
  const rows = picture.rows(rect);
  try {
    return work(rows);
  } finally {
    releaseRgba(heap, rows);
  }
}

// What a core keeps to itself beside tables and planes.
const bandBytes = 256 * 1024;

/** How many rows of this many pixels are worked on at a time, so that they stay in a core's own memory. Even, 16 or more. */
export function bandRows(width: number): number {
  return Math.max(16, Math.floor(bandBytes / (4 * Math.max(1, width))) & ~1);
}
