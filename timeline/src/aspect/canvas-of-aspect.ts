import { CANVAS_SIZES } from '../document/canvas-size.ts';
import { LIMITS } from '../document/limits.ts';
import type { AspectRatio } from '../vocabulary/index.ts';
import type { Size } from './rect.ts';

/** Relative difference up to which a canvas counts as having the requested aspect ratio. */
const SAME_RATIO = 0.01;

/**
 * Returns the canvas size for an aspect ratio, with the shorter side of `canvas`: 9:16 of 1280x720 is 720x1280.
 * Both sides are even. The longer side is at most 7,680 pixels; the shorter side is reduced if necessary.
 * Returns `canvas` itself if its ratio is already within 1 % of `aspect`.
 */
export function canvasOfAspect(canvas: Size, aspect: AspectRatio): Size {
  const usual = CANVAS_SIZES[aspect];
  const ratio = usual.width / usual.height;
  if (Math.abs(canvas.width / canvas.height / ratio - 1) <= SAME_RATIO) return canvas;
  const longest = Math.max(ratio, 1 / ratio);
  const short = Math.min(canvas.width, canvas.height, LIMITS.maxSide / longest);
  const side = (length: number) => Math.max(LIMITS.minSide, Math.min(LIMITS.maxSide, 2 * Math.round(length / 2)));
  return ratio >= 1
    ? { width: side(short * ratio), height: side(short) }
    : { width: side(short), height: side(short / ratio) };
}
