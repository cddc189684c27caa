import { CANVAS_SIZES } from '../document/canvas-size.ts';
import { LIMITS } from '../document/limits.ts';
import type { AspectRatio } from '../vocabulary/index.ts';
import type { Size } from './rect.ts';

/** A canvas whose ratio is this near to one that is asked for has it already. */
const SAME_RATIO = 0.01;

/**
 * The canvas of an aspect ratio with the shorter side of another canvas: 9:16 of 1280x720 is 720x1280. Sides are even, and the longer one is 7,680 pixels at most,
 * for which the shorter gives way. The canvas itself when it has that ratio within 1 %.
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
