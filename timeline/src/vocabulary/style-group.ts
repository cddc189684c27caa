/** Groups of a clip's fields that are copied and reset together. */
export const STYLE_GROUPS = [
  'transform',
  'crop',
  'blend',
  'mask',
  'grade',
  'effects',
  'keyframes',
  'transition',
  'text',
  'textAnimation',
  'shape',
  'audio',
  'speed',
] as const;

/** A group of attributes that `copyStyle` copies as one. */
export type StyleGroup = (typeof STYLE_GROUPS)[number];
