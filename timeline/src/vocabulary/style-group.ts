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

export type StyleGroup = (typeof STYLE_GROUPS)[number];
