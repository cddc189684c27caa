import type { Gradient } from '@framemill/timeline';

/** Gamma-encoded sRGB colour, 0-255 for each channel. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Opaque colour in BT.709 limited range. */
export interface YuvColour {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** Converts a colour to BT.709 limited range, rounded to whole levels. */
export function yuvColour({ r, g, b }: Rgb): YuvColour {
  return {
    y: Math.round(16 + 0.182586 * r + 0.614231 * g + 0.062007 * b),
    u: Math.round(128 - 0.100644 * r - 0.338572 * g + 0.439216 * b),
    v: Math.round(128 + 0.439216 * r - 0.398942 * g - 0.040274 * b),
  };
}

/** Geometry of a gradient in its box, in pixels of the box. */
export interface GradientLine {
  /** Horizontal position of the gradient's middle, which is the centre of the box; `y` is the vertical position. */
  readonly x: number;
  readonly y: number;
  /**
   * Vector from the centre to the position of a linear gradient's last colour; `dx` is its horizontal component. The
   * first colour is at the opposite position.
   */
  readonly dx: number;
  readonly dy: number;
  /** Radius at which a radial gradient has its last colour. */
  readonly reach: number;
}

/**
 * Computes the geometry of a gradient in a box of `width` x `height`. Linear gradients cross the box at `angle` degrees
 * (as in CSS: 0 is upwards, clockwise; default 90, left to right), with the end colours at its corners. Radial
 * gradients extend from the centre to the corners.
 */
export function gradientLine({ angle = 90 }: Gradient, width: number, height: number): GradientLine {
  const [x, y] = [width / 2, height / 2];
  const radians = ((angle - 90) * Math.PI) / 180;
  const length = (Math.abs(Math.cos(radians)) * width + Math.abs(Math.sin(radians)) * height) / 2;
  return { x, y, dx: Math.cos(radians) * length, dy: Math.sin(radians) * length, reach: Math.hypot(x, y) };
}
