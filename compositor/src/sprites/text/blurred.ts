import type { SKRSContext2D } from '@napi-rs/canvas';
import { createCanvas } from '../vector-library.ts';

/** Draws with a Gaussian blur whatever `draw` draws. `sigma` is the standard deviation in the context's units. */
export function blurred(context: SKRSContext2D, sigma: number, draw: (context: SKRSContext2D) => void): void {
  const { width, height } = context.canvas;
  const { a, b, c, d, e, f } = context.getTransform();
  const sharp = createCanvas(width, height);
  const target = sharp.getContext('2d');
  target.setTransform(a, b, c, d, e, f);
  draw(target);
  context.save();
  context.resetTransform();
  // Filters are in output pixels, whatever the transform.
  context.filter = `blur(${sigma * Math.sqrt(Math.abs(a * d - b * c))}px)`;
  context.drawImage(sharp, 0, 0);
  context.restore();
}
