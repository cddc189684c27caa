/** Looks that expand to a colour grade. */
export const FILTER_PRESETS = [
  'none',
  'boost',
  'contrast',
  'muted',
  'darken',
  'lighten',
  'grayscale',
  'negative',
  'sepia',
  'warm',
  'cool',
  'vivid',
  'faded',
  'vintage',
  'noir',
  'mono',
  'cinematic',
  'teal-orange',
  'bleach-bypass',
  'golden-hour',
  'day-for-night',
  'pastel',
  'film-print',
  'cross-process',
] as const;

/** Name of a ready-made colour look. */
export type FilterPreset = (typeof FILTER_PRESETS)[number];
