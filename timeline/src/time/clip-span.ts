import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { frameOf, type Rate, rateOf } from './rate.ts';

/** Range of frames of a clip: from `startFrame` up to, but not including, `endFrame`. */
export interface ClipSpan {
  startFrame: number;
  endFrame: number;
}

/** Computes the frames that a clip covers. Both ends are rounded once; the range is at least one frame long. */
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
