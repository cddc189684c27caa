import { createRequire } from 'node:module';
import type { Canvas, GlobalFonts, Path2D } from '@napi-rs/canvas';

const require = createRequire(import.meta.url);

// Loaded with the first text or shape: a process that only shows images starts without it.
function loaded(): typeof import('@napi-rs/canvas') {
  return require('@napi-rs/canvas');
}

/** Creates a transparent canvas of `width` x `height` pixels. */
export function createCanvas(width: number, height: number): Canvas {
  return loaded().createCanvas(width, height);
}

/** Creates an outline from SVG path data; empty when absent. */
export function createPath(data?: string): Path2D {
  const { Path2D } = loaded();
  return data === undefined ? new Path2D() : new Path2D(data);
}

/** Returns the registry of fonts that canvases use by name. */
export function drawingFonts(): typeof GlobalFonts {
  return loaded().GlobalFonts;
}
