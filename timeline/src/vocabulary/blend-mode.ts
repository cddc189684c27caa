/** Blend modes of W3C Compositing 1, and add (plus-lighter). */
export const BLEND_MODES = [
  'normal',
  'multiply',
  'screen',
  'overlay',
  'darken',
  'lighten',
  'color-dodge',
  'color-burn',
  'hard-light',
  'soft-light',
  'difference',
  'exclusion',
  'hue',
  'saturation',
  'color',
  'luminosity',
  'add',
] as const;

/** Name of a blend mode, as in CSS. */
export type BlendMode = (typeof BLEND_MODES)[number];
