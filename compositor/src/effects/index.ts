import type { EffectType } from '@framemill/timeline';
import { blur, glow, motionBlur, sharpen, zoomBlur } from './blurs.ts';
import { chromaKey, duotone, invert, lumaKey, lut, posterize } from './colours.ts';
import type { Effect } from './define-effect.ts';
import { cornerPin, kaleidoscope, lensDistortion, mirror, pixelate, wave } from './distortions.ts';
import { glitch, rgbSplit } from './glitches.ts';
import { dropShadow, outline } from './outlines.ts';
import { grain, halftone, scanlines, vignette } from './overlays.ts';
import { vhs } from './vhs.ts';

/** All effects, in the order of `EFFECT_TYPES`. */
export const effects: readonly Effect[] = [
  blur,
  motionBlur,
  zoomBlur,
  sharpen,
  glow,
  dropShadow,
  outline,
  vignette,
  grain,
  pixelate,
  halftone,
  posterize,
  duotone,
  invert,
  rgbSplit,
  glitch,
  scanlines,
  vhs,
  wave,
  lensDistortion,
  mirror,
  kaleidoscope,
  chromaKey,
  lumaKey,
  lut,
  cornerPin,
];

const byType = new Map(effects.map((effect) => [effect.type, effect]));

/** Returns the effect of a type; undefined for an unknown type. */
export function effectOf(type: EffectType): Effect | undefined {
  return byType.get(type);
}
