import type { OutputProfile } from '../../catalog.ts';

/** Frame numbers and size of images that are taken from a video at equal distances. */
export interface ImagePlan {
  /** Output frame numbers, in rising order. */
  readonly frames: readonly number[];
  readonly columns: number;
  readonly rows: number;
  /** Width of one image, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** Longest side of an image on a contact sheet, in pixels. */
const sheetSide = 320;
const thumbnailSide = 160;
/** Maximum number of thumbnails of one video. The interval is lengthened to stay below it. */
const mostThumbnails = 1_000;
const defaultIntervalSec = 2;

/**
 * Plans the images of a contact sheet: `columns` x `rows` (default 4 x 4), each from the middle of an equal part of the
 * video.
 */
export function sheetPlan(profile: OutputProfile, totalFrames: number): ImagePlan {
  const { columns = 4, rows = 4 } = profile.choice ?? {};
  const count = Math.min(columns * rows, totalFrames);
  const frames = Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * totalFrames) / count));
  return { frames, columns: Math.min(columns, count), rows: Math.ceil(count / columns), ...sizeOf(profile, sheetSide) };
}

/**
 * Plans the thumbnails of a video: one every `intervalSec` (default 2 s), `columns` x `rows` a sheet (default 10 x 10).
 */
export function spritePlan(profile: OutputProfile, totalFrames: number): ImagePlan {
  const { columns = 10, rows = 10, intervalSec = defaultIntervalSec } = profile.choice ?? {};
  const fps = profile.rate.num / profile.rate.den;
  const step = Math.max(1, intervalSec * fps, totalFrames / mostThumbnails);
  const count = Math.max(1, Math.ceil(totalFrames / step));
  const frames = Array.from({ length: count }, (_, index) => Math.min(totalFrames - 1, Math.round(index * step)));
  return { frames, columns, rows, ...sizeOf(profile, thumbnailSide) };
}

function sizeOf({ width, height }: OutputProfile, side: number): { width: number; height: number } {
  const scale = Math.min(1, side / Math.max(width, height));
  const even = (pixels: number) => Math.max(2, 2 * Math.round((pixels * scale) / 2));
  return { width: even(width), height: even(height) };
}
