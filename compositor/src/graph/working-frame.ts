import { type Box, boundsOf, isEmpty, type Rect } from './box.ts';
import { compose, invert, type Matrix, scaling, translation } from './matrix.ts';
import type { FramedClip, Size } from './placement.ts';

/** The grid of pixels on which a layer's looks are made, before the layer is placed. */
export interface WorkingFrame {
  /** Even. Pixels. */
  readonly size: Size;
  /** Pixels of the clip's box (document pixels) to pixels of the grid. */
  readonly fromBox: Matrix;
  readonly toOutput: Matrix;
  /** Pixels of the grid a document pixel. */
  readonly scale: number;
  /** The pixels that lie in the box as a whole, where those at its edges do not; null: all do. */
  readonly inside: Rect | null;
}

// A layer that is enlarged by more than half beyond the output is worked on at that size, then enlarged.
const mostOfOutput = 2.25;
const largestSide = 8192;
// Sides of an output are rounded to even pixels: its scales may differ by that.
const sameScale = 0.01;

/**
 * Chooses the grid. A resting upright layer, scaled alike both ways, is worked on in the output's own pixels: it is
 * sampled once. Others get their box at `largestScale` (output pixels a pixel of the box), so that a moving layer keeps
 * its grid.
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
  // On a stretched grid a round dot would not be stretched with its clip.
  if (Math.abs(Math.abs(a / d) - 1) > sameScale) return null;
  const bounds = boundsOf(toOutput, { left: 0, top: 0, right: box.width, bottom: box.height });
  const x = Math.floor(bounds.left / 2 + slack) * 2;
  const y = Math.floor(bounds.top / 2 + slack) * 2;
  const size = { width: even(bounds.right - x), height: even(bounds.bottom - y) };
  if (!fits(size, output)) return null;
  // Looks are made before the flip: the grid is mirrored back onto whole pixels of the output.
  const mirror = scaling(Math.sign(a), Math.sign(d));
  const placed = translation(a < 0 ? x + size.width : x, d < 0 ? y + size.height : y);
  const gridToOutput = compose(placed, mirror);
  const toGrid = invert(gridToOutput);
  if (!toGrid) return null;
  const fromBox = compose(toGrid, toOutput);
  const whole = wholePixels(boundsOf(fromBox, { left: 0, top: 0, right: box.width, bottom: box.height }));
  // A box thinner than its pixels would be worked on with its edges alone, of which a blur leaves nothing.
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

// A 1024th of a pixel must not cost a column of pixels.
const slack = 1 / 1024;

function even(size: number): number {
  return Math.max(2, Math.ceil(size / 2 - slack) * 2);
}
