import type { TextStyle } from './text-style.ts';

/** Default style of a text. Sizes in pixels; the line height is a multiple of the font size. */
export const TEXT_DEFAULTS = {
  fontSize: 80,
  fontWeight: 400,
  color: '#ffffff',
  align: 'center',
  lineHeight: 1.2,
} as const satisfies Omit<TextStyle, 'content'>;

/** Default minimum font size of `shrink`. Pixels. */
export const MIN_FONT_SIZE = 12;

/** Completes a style with the defaults, so that every reader of a document can lay out its text. */
export function completeTextStyle(style: TextStyle): TextStyle {
  return { ...TEXT_DEFAULTS, ...style };
}
