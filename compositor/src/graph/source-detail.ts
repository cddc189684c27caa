import type { Clip, Document } from '@framemill/timeline';
import { largestScale } from './motion.ts';
import type { Size } from './placement.ts';

// Below this many image pixels for each output pixel, halved chroma has fewer samples than the output.
const HALVED_SUFFICES = 7 / 8;

/**
 * Whether an image is enlarged so much that a chroma sample for each pixel is visible. `covered`: result of
 * `sourceDetail`.
 */
export function needsFullChroma(covered: number): boolean {
  return covered < HALVED_SUFFICES;
}

/**
 * Computes the number of image pixels that one pixel of an output of `outputWidth` covers where the clip is largest.
 */
export function sourceDetail(clip: Clip, image: Size, document: Document, outputWidth: number): number {
  const { width, height } = document.settings;
  const [ratioX, ratioY] = [width / image.width, height / image.height];
  const fit = clip.fit ?? (clip.type === 'sticker' ? 'none' : 'contain');
  const fitted = fit === 'none' ? 1 : fit === 'contain' ? Math.min(ratioX, ratioY) : Math.max(ratioX, ratioY);
  return width / outputWidth / Math.max(fitted * largestScale(clip), 1e-3);
}
