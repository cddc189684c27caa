import { type Box, boundsOf, isEmpty, type Rect } from './box.ts';
import { compose, invert, type Matrix, scaling, translation } from './matrix.ts';
import type { FramedClip, Size } from './placement.ts';

/** Pixel grid on which a layer's effects are computed before the layer is placed. */
export interface WorkingFrame {
  /** Size of the grid in pixels. Even. */
  readonly size: Size;
  /** Map from pixels of the clip's box (document pixels) to pixels of the grid. */
  readonly fromBox: Matrix;
  readonly toOutput: Matrix;
  /** Pixels of the grid for each document pixel. */
  readonly scale: number;
  /** Pixels that are completely inside the box, when its edges cut pixels of the grid; null when no pixel is cut. */
  readonly inside: Rect | null;
}

// Maximum pixels of a grid, as a multiple of the output's. A layer that exceeds it is computed at that size and then
// enlarged.
const mostOfOutput = 2.25;
const largestSide = 8192;
// Tolerance between horizontal and vertical scale: the sides of an output are rounded to even pixels.
const sameScale = 0.01;

/**
 * Chooses the grid of a layer. An unrotated layer at rest with equal scales uses the output's own pixels, so that it is
 * sampled once. Every other layer uses its box at `largestScale` (output pixels for each pixel of the box), so that a
 * moving layer keeps its grid. Returns null when the box cannot be inverted to the grid.
 */
export function workingFrame(
  { box, toOutput }: FramedClip,
  rests: boolean,
  largestScale: number,
  output: Size,
): WorkingFrame | null {
  return (rests ? alignedFrame(box, toOutput, output) : null) ?? scaledFrame(box, toOutput, largestScale, output);
}

function alignedFrame(box: Size, toOutput: Matrix, output: Size): WorkingFrame | null {
  const { a, b, c, d } = toOutput;
  if (b !== 0 || c !== 0 || a === 0 || d === 0) return null;
  // On a stretched grid, round dots would not be stretched together with their clip.
  if (Math.abs(Math.abs(a / d) - 1) > sameScale) return null;
  const bounds = boundsOf(toOutput, { left: 0, top: 0, right: box.width, bottom: box.height });
  const x = Math.floor(bounds.left / 2 + slack) * 2;
  const y = Math.floor(bounds.top / 2 + slack) * 2;
  const size = { width: even(bounds.right - x), height: even(bounds.bottom - y) };
  if (!fits(size, output)) return null;
  // Effects are computed before the flip: the grid is mirrored back onto whole pixels of the output.
  const mirror = scaling(Math.sign(a), Math.sign(d));
  const placed = translation(a < 0 ? x + size.width : x, d < 0 ? y + size.height : y);
  const gridToOutput = compose(placed, mirror);
  const toGrid = invert(gridToOutput);
  if (!toGrid) return null;
  const fromBox = compose(toGrid, toOutput);
  const whole = wholePixels(boundsOf(fromBox, { left: 0, top: 0, right: box.width, bottom: box.height }));
  // A box thinner than its pixels would consist of edges only, which a blur removes.
  if (isEmpty(whole)) return null;
  const inside = whole.width >= size.width && whole.height >= size.height ? null : whole;
  return { size, fromBox, toOutput: gridToOutput, scale: Math.sqrt(Math.abs(a * d)), inside };
}

function wholePixels(box: Box): Rect {
  const [x, y] = [Math.ceil(box.left - slack), Math.ceil(box.top - slack)];
  return { x, y, width: Math.floor(box.right + slack) - x, height: Math.floor(box.bottom + slack) - y };
}

function scaledFrame(box: Size, toOutput: Matrix, largestScale: number, output: Size): WorkingFrame | null {
  const room = Math.sqrt((mostOfOutput * output.width * output.height) / (box.width * box.height));
  const scale = Math.min(largestScale, room, largestSide / box.width, largestSide / box.height);
  const size = { width: even(box.width * scale), height: even(box.height * scale) };
  const fromBox = scaling(size.width / box.width, size.height / box.height);
  const toBox = invert(fromBox);
  return toBox && { size, fromBox, toOutput: compose(toOutput, toBox), scale, inside: null };
}

function fits(size: Size, output: Size): boolean {
  const small = size.width * size.height <= mostOfOutput * output.width * output.height;
  return small && Math.max(size.width, size.height) <= largestSide;
}

// Tolerance: a 1024th of a pixel must not add a column of pixels.
const slack = 1 / 1024;

function even(size: number): number {
  return Math.max(2, Math.ceil(size / 2 - slack) * 2);
}
