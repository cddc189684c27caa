import type { Gradient } from '@framemill/timeline';

/** Where a gradient lies in its box. Pixels of the box. */
export interface GradientLine {
  /** The box's middle. */
  readonly x: number;
  readonly y: number;
  /** From the middle to where the last colour of a linear gradient is reached; the first is reached opposite. */
  readonly dx: number;
  readonly dy: number;
  /** Radius at which the last colour of a radial gradient is reached. */
  readonly reach: number;
}

/**
 * The gradient of a box of `width` x `height`. Linear ones cross the box along `angle` (0: upwards, clockwise, as in
 * CSS; left to right when absent) so that its corners get the end colours; radial ones reach from the middle to the corners.
 */
export function gradientLine({ angle = 90 }: Gradient, width: number, height: number): GradientLine {
  const [x, y] = [width / 2, height / 2];
  const radians = ((angle - 90) * Math.PI) / 180;
  const length = (Math.abs(Math.cos(radians)) * width + Math.abs(Math.sin(radians)) * height) / 2;
  return { x, y, dx: Math.cos(radians) * length, dy: Math.sin(radians) * length, reach: Math.hypot(x, y) };
}
