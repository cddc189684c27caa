/** Effects; the order on a clip is the order they apply in. */
export const EFFECT_TYPES = [
  'blur',
  'motion-blur',
  'zoom-blur',
  'sharpen',
  'glow',
  'drop-shadow',
  'outline',
  'vignette',
  'grain',
  'pixelate',
  'halftone',
  'posterize',
  'duotone',
  'invert',
  'rgb-split',
  'glitch',
  'scanlines',
  'vhs',
  'wave',
  'lens-distortion',
  'mirror',
  'kaleidoscope',
  'chroma-key',
  'luma-key',
  'lut',
  'corner-pin',
] as const;

/** Name of an effect. */
export type EffectType = (typeof EFFECT_TYPES)[number];
