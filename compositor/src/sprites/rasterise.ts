import type { SKRSContext2D } from '@napi-rs/canvas';
import type { RgbaPixels } from '../backend.ts';
import { createCanvas } from './vector-library.ts';

/** Draws on a transparent canvas of whole pixels and returns its pixels. */
export function rasterise(width: number, height: number, draw: (context: SKRSContext2D) => void): RgbaPixels {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  draw(context);
  return { data: context.getImageData(0, 0, width, height).data, width, height, hasAlpha: true };
}
