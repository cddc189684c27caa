import type { TextStyle } from './text-style.ts';

/** What a text is drawn with where its style does not say. Pixels, and a multiple of the font size. */
export const TEXT_DEFAULTS = {
  fontSize: 80,
  fontWeight: 400,
  color: '#ffffff',
  align: 'center',
  lineHeight: 1.2,
} as const satisfies Omit<TextStyle, 'content'>;

/** The size that `shrink` goes down to where the style does not say. Pixels. */
export const MIN_FONT_SIZE = 12;

/** A style that says what every reader of a document needs to lay its text out. */
export function completeTextStyle(style: TextStyle): TextStyle {
  return { ...TEXT_DEFAULTS, ...style };
}
