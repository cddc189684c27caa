import { MIN_FONT_SIZE, TEXT_DEFAULTS } from '../document/text-defaults.ts';
import type { TextStyle } from '../document/text-style.ts';
import { estimatedText } from './estimated-text.ts';
import type { Size } from './rect.ts';

/** A text that fits its room, and the block that it takes. Pixels at scale 1, without the background. */
export interface FittedText extends Size {
  readonly style: TextStyle;
}

/** Sizes are tried in steps of this share. */
const STEP = 0.96;
/** Fonts differ: a text without a width of its own gets one when it may be as wide as this. */
const DOUBT = 1.12;

/**
 * Wraps a text at `room.width` and makes its letters smaller until it is no higher than `room.height` and no word is wider. It may take as many more
 * lines as its room is narrower than `before`, its room so far. `maxLines` and `shrink` keep it there whatever the font. The style itself when it fits as it is.
 */
export function fittedText(style: TextStyle, room: Size, before: number): FittedText {
  const now = estimatedText(style);
  const isNarrower = style.width ? room.width < style.width - 0.5 : now.width * DOUBT > room.width;
  const isWider = style.width !== undefined && style.width > 0 && room.width > style.width + 0.5;
  if (!isNarrower && !isWider && now.height <= room.height + 0.5) {
    return { style, width: now.width, height: now.height };
  }
  const width = Math.max(1, Math.floor(isNarrower || isWider ? room.width : (style.width ?? room.width)));
  const fontSize = style.fontSize ?? TEXT_DEFAULTS.fontSize;
  const smallest = Math.min(fontSize, Math.max(MIN_FONT_SIZE, fontSize * 0.3));
  const ownLines = Math.max(now.lines, Math.min(style.maxLines ?? now.lines, now.lines + 1));
  const mostLines = Math.max(1, Math.ceil(ownLines * Math.max(1, before / width) - 0.05));
  let size = fontSize;
  for (;;) {
    const tried = sized({ ...style, width, overflow: 'visible' }, size);
    const found = estimatedText(tried);
    const fits = found.widestWord <= width && found.height <= room.height + 0.5 && found.lines <= mostLines;
    if (fits || size <= smallest) {
      const maxLines = Math.max(1, Math.min(found.lines, mostLines));
      const whole = style.maxLines ?? 0;
      const style2 = { ...tried, maxLines: fits ? Math.max(maxLines, linesIn(tried, room.height, whole)) : maxLines };
      const fitted: TextStyle = { ...style2, overflow: 'shrink', minFontSize: smallestOf(style, size) };
      return { style: fitted, width, height: estimatedText(fitted).height };
    }
    size = Math.max(smallest, Math.floor(size * STEP));
  }
}

/** A style at another size: its parts of other sizes and the room between its letters go along. */
function sized(style: TextStyle, fontSize: number): TextStyle {
  const ratio = fontSize / (style.fontSize ?? TEXT_DEFAULTS.fontSize);
  if (ratio === 1) return style;
  const { spans, letterSpacing, wordSpacing, strokeWidth } = style;
  return {
    ...style,
    fontSize,
    ...(letterSpacing === undefined ? {} : { letterSpacing: letterSpacing * ratio }),
    ...(wordSpacing === undefined ? {} : { wordSpacing: wordSpacing * ratio }),
    ...(strokeWidth === undefined ? {} : { strokeWidth: strokeWidth * ratio }),
    ...(spans === undefined
      ? {}
      : {
          spans: spans.map((span) =>
            span.fontSize === undefined ? span : { ...span, fontSize: Math.max(1, span.fontSize * ratio) },
          ),
        }),
  };
}

/** Of the lines that a text may have, those that its room has place for. */
function linesIn(style: TextStyle, height: number, lines: number): number {
  const line = (style.fontSize ?? TEXT_DEFAULTS.fontSize) * (style.lineHeight ?? TEXT_DEFAULTS.lineHeight);
  return Math.max(1, Math.min(lines, Math.floor((height + 0.5) / line)));
}

/** What the letters are at least: what the style says, unless it is more than the size that fits. */
function smallestOf(style: TextStyle, size: number): number {
  return Math.max(1, Math.min(style.minFontSize ?? MIN_FONT_SIZE, Math.floor(size * 0.6)));
}
