import type { Clip, Document, EffectType } from '@framemill/timeline';
import type { OutputProfile } from './profile.ts';

// CPU milliseconds for one frame of 1920 x 1080 on one thread, measured by `pnpm timing` or summed from values measured
// there.
const effectMs: Partial<Record<EffectType, number>> = {
  blur: 6,
  'motion-blur': 10,
  'zoom-blur': 29,
  sharpen: 14,
  glow: 16,
  'drop-shadow': 14,
  outline: 30,
  vignette: 5,
  grain: 9,
  pixelate: 6,
  halftone: 13,
  posterize: 3,
  duotone: 8,
  invert: 2,
  'rgb-split': 12,
  glitch: 16,
  scanlines: 5,
  vhs: 36,
  wave: 6,
  'lens-distortion': 13,
  mirror: 6,
  kaleidoscope: 10,
  'chroma-key': 6,
  'luma-key': 4,
  lut: 8,
  'corner-pin': 11,
};
/** Cost of an effect without an entry in the table. */
const otherEffectMs = 10;
/** Cost of converting to RGBA and back, for every layer with an effect stack. */
const passageMs = 3;
const gradeMs = 8;
const blendMs = 6;
const maskMs = 5;
const transitionMs = 12;

/**
 * Estimates the CPU cost of a document's effects (grades, effects, masks, blend modes, transitions): average
 * milliseconds of one thread for each frame. The estimate uses the clips only and serves to choose between CPU and GPU.
 * Plain layers, decoding and encoding are not included.
 */
export function effectMilliseconds(
  document: Document,
  { width, height }: Pick<OutputProfile, 'width' | 'height'>,
): number {
  const lastSec = Math.max(0, ...document.clips.map(({ start, duration }) => start + duration));
  if (lastSec <= 0) return 0;
  const pixels = (width * height) / (1920 * 1080);
  const total = document.clips.reduce((sum, clip) => sum + clipMs(clip), 0);
  return (total / lastSec) * pixels;
}

/**
 * Estimates the cost of one clip's grade, effects, mask and blend mode: milliseconds of one thread for a frame of 1920
 * x 1080. Its transition is not included.
 */
export function clipEffectMilliseconds(clip: Clip): number {
  const effects = (clip.effects ?? []).filter(({ enabled }) => enabled);
  const drawn = effects.reduce((sum, { type }) => sum + (effectMs[type] ?? otherEffectMs), 0);
  const look =
    drawn +
    (clip.grade ? gradeMs : 0) +
    (clip.mask ? maskMs : 0) +
    (clip.blendMode && clip.blendMode !== 'normal' ? blendMs : 0);
  return look > 0 ? look + passageMs : 0;
}

// Milliseconds for one frame, multiplied by the seconds for which the clip is shown.
function clipMs(clip: Clip): number {
  const moves = clip.transition && clip.transition.type !== 'dissolve' ? transitionMs * clip.transition.duration : 0;
  return clipEffectMilliseconds(clip) * clip.duration + moves;
}
