/** Animations of text by character, word or line. */
export const TEXT_ANIMATIONS = [
  'none',
  'fade',
  'rise',
  'drop',
  'slide',
  'typewriter',
  'pop',
  'bounce',
  'scale',
  'spin',
  'flip',
  'blur',
  'reveal',
  'wave',
  'tracking',
  'shift',
  'scramble',
  'glitch',
  'counter',
  'highlight',
  'karaoke',
  'flicker',
] as const;

/** Name of an animation of texts. */
export type TextAnimation = (typeof TEXT_ANIMATIONS)[number];
