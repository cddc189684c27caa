import type { EffectType } from '@framemill/timeline';
import { blur } from './blur.ts';
import { chromaKey } from './chroma-key.ts';
import { cornerPin } from './corner-pin.ts';
import type { Effect } from './define-effect.ts';
import { dropShadow } from './drop-shadow.ts';
import { duotone } from './duotone.ts';
import { glitch } from './glitch.ts';
import { glow } from './glow.ts';
import { grain } from './grain.ts';
import { halftone } from './halftone.ts';
import { invert } from './invert.ts';
import { kaleidoscope } from './kaleidoscope.ts';
import { lensDistortion } from './lens-distortion.ts';
import { lumaKey } from './luma-key.ts';
import { lut } from './lut.ts';
import { mirror } from './mirror.ts';
import { motionBlur } from './motion-blur.ts';
import { outline } from './outline.ts';
import { pixelate } from './pixelate.ts';
import { posterize } from './posterize.ts';
import { rgbSplit } from './rgb-split.ts';
import { scanlines } from './scanlines.ts';
import { sharpen } from './sharpen.ts';
import { vhs } from './vhs.ts';
import { vignette } from './vignette.ts';
import { wave } from './wave.ts';
import { zoomBlur } from './zoom-blur.ts';

/** All effects, in the order of their names in the vocabulary. Each effect has one file and one line here. */
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
