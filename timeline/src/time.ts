import type { Clip } from './document/clip.ts';
import type { Document } from './document/document.ts';

/** Frame rate as a fraction: 30 is 30/1, 29.97 is 30000/1001. */
export interface Rate {
  num: number;
  den: number;
}

/**
 * Tolerance in frames for rounding half a frame. It makes both sides of a cut round the same way despite floating-point
 * error.
 */
const TIE = 1e-6;

/**
 * Returns the exact rate of a document's `fps`. For 23.976, 29.97, 59.94 and similar values this is n*1000/1001, where
 * n is `fps` rounded up to an integer (24, 30, 60).
 */
export function rateOf(fps: number): Rate {
  const whole = Math.round(fps);
  if (Math.abs(fps - whole) < 1e-6) return { num: whole, den: 1 };
  const ntsc = Math.ceil(fps);
  if (Math.abs(fps - (ntsc * 1000) / 1001) < 0.005) return { num: ntsc * 1000, den: 1001 };
  const num = Math.round(fps * 1000);
  const divisor = greatestCommonDivisor(num, 1000);
  return { num: num / divisor, den: 1000 / divisor };
}

/** Returns the frame nearest to a time in seconds. Ties are rounded up. */
export function frameOf(seconds: number, rate: Rate): number {
  return Math.floor((seconds * rate.num) / rate.den + 0.5 + TIE);
}

/**
 * Returns the frame that is visible at a time in seconds, not the nearest one. It has a small tolerance for times that
 * were computed from frames.
 */
export function shownFrame(seconds: number, rate: Rate): number {
  const nearest = frameOf(seconds, rate);
  return secondsOf(nearest, rate) > seconds + 1e-4 ? nearest - 1 : nearest;
}

/** Returns the start time of a frame in seconds. */
export function secondsOf(frame: number, rate: Rate): number {
  return (frame * rate.den) / rate.num;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Range of frames of a clip: from `startFrame` up to, but not including, `endFrame`. */
export interface ClipSpan {
  startFrame: number;
  endFrame: number;
}

/**
 * Computes the frames that a clip covers. The start and the end of the clip in seconds are each rounded to the nearest
 * frame; its duration is not rounded by itself. The range is at least one frame long.
 */
export function clipSpan(clip: Pick<Clip, 'start' | 'duration'>, rate: Rate): ClipSpan {
  const startFrame = frameOf(clip.start, rate);
  return { startFrame, endFrame: Math.max(startFrame + 1, frameOf(clip.start + clip.duration, rate)) };
}

/** Returns the end of the last clip in seconds; 0 for an empty project. */
export function durationSec(document: Document): number {
  let end = 0;
  for (const clip of document.clips) end = Math.max(end, clip.start + clip.duration);
  return end;
}

/** Returns the number of frames of the whole timeline at the document's rate; 0 for an empty project. */
export function totalFrames(document: Document): number {
  const rate = rateOf(document.settings.fps);
  let end = 0;
  for (const clip of document.clips) end = Math.max(end, clipSpan(clip, rate).endFrame);
  return end;
}
