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

export type CaptionStyle = (typeof CAPTION_STYLES)[number];
