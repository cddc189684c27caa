import { createRequire } from 'node:module';
import type { Canvas, GlobalFonts, LottieAnimation, Path2D } from '@napi-rs/canvas';
import type { VectorLibrary } from './vector-library.ts';

const require = createRequire(import.meta.url);

// Loaded with the first text or shape: a process that only shows images starts without it.
function loaded(): typeof import('@napi-rs/canvas') {
  return require('@napi-rs/canvas');
}

/** Skia, the vector library in Node. */
export const skia: VectorLibrary = {
  createContext: (width, height) => createSkiaCanvas(width, height).getContext('2d'),
  createPath,
  createTrimmedPath: (data, from, to) => createPath(data).trim(from, to),
  simplified: (data) => createPath(data).simplify().toSVGString(),
};

/** Creates a transparent canvas of `width` x `height` pixels, which can be encoded as an image file. */
export function createSkiaCanvas(width: number, height: number): Canvas {
  return loaded().createCanvas(width, height);
}

/** Returns the registry of fonts that canvases use by name. */
export function skiaFonts(): typeof GlobalFonts {
  return loaded().GlobalFonts;
}

function createPath(data?: string): Path2D {
  const { Path2D } = loaded();
  return data === undefined ? new Path2D() : new Path2D(data);
}

/**
 * Opens a Lottie file, given as JSON, in Skia's player; null when it is not valid. The player reads no other file,
 * because no folder is given, and runs no expressions.
 */
export function openLottie(json: string): LottieAnimation | null {
  try {
    return loaded().LottieAnimation.loadFromData(json);
  } catch {
    return null;
  }
}
