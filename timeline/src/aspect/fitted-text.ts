import { MIN_FONT_SIZE, TEXT_DEFAULTS } from '../document/text-defaults.ts';
import type { TextStyle } from '../document/text-style.ts';
import { estimatedText } from './estimated-text.ts';
import type { Size } from './rect.ts';

/** A text that fits its available space, and the size of its block. Pixels at scale 1, without the background. */
export interface FittedText extends Size {
  readonly style: TextStyle;
}

/** Factor between one tried font size and the next. */
const STEP = 0.96;
/**
 * Safety factor for the estimated width of a text without a set width, because fonts differ. The text gets a set width
 * when its estimate times this factor exceeds the space.
 */
const DOUBT = 1.12;

/**
 * Wraps a text at `room.width` and reduces its font size until it fits the height and its widest word fits the width.
 * `before` is the width so far. The text may take more lines, in proportion to how much narrower its space becomes.
 * `maxLines` and `shrink` are set so that it fits in any font. Returns the style itself if it already fits.
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

/** Returns a style at another font size. The sizes of its spans, its spacing and its stroke are scaled with it. */
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

/** Returns how many of `lines` fit into a height, at least 1. */
function linesIn(style: TextStyle, height: number, lines: number): number {
  const line = (style.fontSize ?? TEXT_DEFAULTS.fontSize) * (style.lineHeight ?? TEXT_DEFAULTS.lineHeight);
  return Math.max(1, Math.min(lines, Math.floor((height + 0.5) / line)));
}

/** Returns the minimum font size of a fitted text: that of the style, but at most 60 % of the fitted size. */
function smallestOf(style: TextStyle, size: number): number {
  return Math.max(1, Math.min(style.minFontSize ?? MIN_FONT_SIZE, Math.floor(size * 0.6)));
}
