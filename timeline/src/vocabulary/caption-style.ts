/** How the spoken word stands out in captions. */
export const CAPTION_STYLES = [
  'none',
  'color',
  'karaoke',
  'highlight',
  'pop',
  'fade',
  'slide',
  'bounce',
  'typewriter',
  'enlarge',
] as const;

/** How the spoken word of a caption stands out. */
export type CaptionStyle = (typeof CAPTION_STYLES)[number];
