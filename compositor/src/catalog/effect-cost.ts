import type { Clip, Document, EffectType } from '@framemill/timeline';
import type { OutputProfile } from './profile.ts';

// Processor milliseconds of one picture of 1920 x 1080 on one thread, measured by `pnpm timing` or sums of what is measured there.
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
/** What an effect costs that the table has no figure for. */
const otherEffectMs = 10;
/** To RGBA and back: every layer that has a look pays it. */
const passageMs = 3;
const gradeMs = 8;
const blendMs = 6;
const maskMs = 5;
const transitionMs = 12;

/**
 * What the looks of a film (grades, effects, masks, blend modes, transitions) cost the processor, on average for each of its frames: milliseconds of one thread. An
 * estimate by the clips alone, to choose who draws it; plain layers, decoding and encoding are not in it.
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

/** What the look of one clip (grade, effects, mask, blend mode) costs in each frame of 1920 x 1080: milliseconds of one thread. Its transition is not in it. */
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

// Milliseconds of a frame times the seconds that it is shown.
function clipMs(clip: Clip): number {
  const moves = clip.transition && clip.transition.type !== 'dissolve' ? transitionMs * clip.transition.duration : 0;
  return clipEffectMilliseconds(clip) * clip.duration + moves;
}
