import { FramemillError, type TextEngine } from '@framemill/timeline/rendering';
import type { Size } from '../graph/placement.ts';
import { embedGlyphs, hasText } from './embed-glyphs.ts';
import type { LottieObject } from './lottie-json.ts';
import type { Animation } from './parse-animation.ts';
import { fillSlots } from './slots.ts';

/** Animation that is ready to be drawn at one size. */
export interface AnimationDrawing {
  /** Size of the animation's canvas in pixels. */
  readonly width: number;
  readonly height: number;
  /** Size of the drawn images in pixels. */
  readonly pixels: Size;
  readonly durationSec: number;
  /**
   * Returns the position at a time as a number of frames from the start, in steps of 1/1000 frame. Times before the
   * start give 0, times after the end the end. Equal positions have equal images.
   */
  positionAt(sourceSec: number): number;
  /** Draws the image at a position: sRGB RGBA, straight alpha, rows without gaps. The caller owns the memory. */
  rgba(position: number): Uint8Array | Uint8ClampedArray;
  /** Frees the memory of the player. */
  close(): void;
}

/** Lottie file that a player has opened at one size. See `AnimationDrawing` for `rgba`. */
export type OpenedLottie = Pick<AnimationDrawing, 'rgba' | 'close'>;

/** Opens a Lottie file, which it may change, in a player that draws it at a size; null when the file is not valid. */
export type LottiePlayer = (root: LottieObject, size: Size) => OpenedLottie | null;

/** Options for opening an animation. */
export interface DrawingOptions {
  /** Size of the images, relative to the animation's canvas. Images have 1 to 4096 pixels a side. Default 1. */
  scale?: number | undefined;
  /** Values of slots, by their names. */
  slots?: Readonly<Record<string, string>> | undefined;
}

// As for SVG drawings: maximum side of a drawn image, in pixels.
const MAX_DRAWN_SIDE = 4096;
/** Positions are rounded to this fraction of a frame, so that sums of decimals meet the keyframes on whole frames. */
const STEPS = 1_000;

/** Whether `createDrawing` needs a text engine for an animation. */
export function needsEngine({ root }: Animation): boolean {
  return hasText(root);
}

/**
 * Prepares an animation for drawing with a player. `engine` may be null for files without text (`needsEngine`). The
 * images depend only on the file, the options, the bundled fonts and the player. Throws `invalid_request` when the file
 * or a value of a slot cannot be used.
 */
export function createDrawing(
  { root, width, height, fps, frames }: Animation,
  player: LottiePlayer,
  engine: TextEngine | null,
  { scale = 1, slots = {} }: DrawingOptions,
): AnimationDrawing {
  const filled = fillSlots(root, slots);
  const pixels = drawnSize({ width, height }, scale);
  const opened = player(engine ? embedGlyphs(filled, engine) : filled, pixels);
  if (!opened) {
    const message = 'This file is an animation that cannot be drawn: it is no valid Lottie file. Export it again.';
    throw new FramemillError('invalid_request', message);
  }
  return {
    ...{ ...opened, width, height, pixels, durationSec: frames / fps },
    positionAt: (sourceSec) => Math.min(frames, Math.max(0, Math.round(sourceSec * fps * STEPS) / STEPS)),
  };
}

function drawnSize({ width, height }: Size, scale: number): Size {
  const factor = Math.min(scale, MAX_DRAWN_SIDE / Math.max(width, height));
  const side = (length: number) => Math.max(1, Math.round(length * factor));
  return { width: side(width), height: side(height) };
}
