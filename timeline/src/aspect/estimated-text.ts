import { MIN_FONT_SIZE, TEXT_DEFAULTS } from '../document/clip-fields.ts';
import type { TextStyle } from '../document/text-style.ts';
import type { Size } from './rect.ts';

/**
 * Widths of characters as multiples of the font size. The first matching pattern applies. The values are those of a
 * common sans-serif font, slightly increased.
 */
const LETTERS: readonly [RegExp, number][] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/u, 1],
  [/\s/u, 0.28],
  [/[iljtfr.,:;'"!|()[\]]/u, 0.34],
  [/[mwMW@%]/u, 0.9],
  [/\p{Lu}/u, 0.69],
  [/\p{M}/u, 0],
];
const OTHER_LETTERS = 0.57;
/** Factor by which bold characters are wider. */
const BOLD = 1.06;
const BOLD_WEIGHT = 600;

/** Estimated size of a text. Pixels at scale 1, without its background. */
export interface EstimatedText {
  /** Width of the block: the style's width, or that of the widest line. */
  readonly width: number;
  readonly height: number;
  readonly lines: number;
  readonly widestWord: number;
}

/**
 * Estimates the size of a text without its fonts, so that the result is the same on every machine.
 * `maxLines` is respected. A text that shrinks to fit is measured at its full font size.
 */
export function estimatedText(style: TextStyle): EstimatedText {
  const fontSize = style.fontSize ?? TEXT_DEFAULTS.fontSize;
  const room = style.width || Number.POSITIVE_INFINITY;
  const content = style.textTransform === 'uppercase' ? style.content.toUpperCase() : style.content;
  let [lines, widest, widestWord] = [0, 0, 0];
  for (const paragraph of content.split('\n')) {
    let line = 0;
    lines += 1;
    for (const word of paragraph.match(/\s+|[^\s]+/gu) ?? []) {
      const width = widthOf(word, style, fontSize);
      const isSpace = /^\s/u.test(word);
      if (!isSpace && line > 0 && line + width > room) {
        lines += 1;
        line = 0;
      }
      line += width;
      // Scripts without spaces can break between any two characters.
      if (!isSpace && line > room && isWide(word)) {
        lines += Math.ceil(line / room) - 1;
        line %= room;
      } else if (!isSpace) widestWord = Math.max(widestWord, width);
      if (!isSpace) widest = Math.max(widest, Math.min(line, Math.max(room, width)));
    }
  }
  const shown = style.overflow === 'visible' ? lines : Math.min(lines, style.maxLines ?? lines);
  const largest = Math.max(fontSize, ...(style.spans ?? []).map((span) => span.fontSize ?? 0));
  return {
    width: style.width ? Math.max(style.width, widest) : widest,
    height: shown * largest * (style.lineHeight ?? TEXT_DEFAULTS.lineHeight),
    lines: shown,
    widestWord,
  };
}

function widthOf(text: string, style: TextStyle, fontSize: number): number {
  const bold = (style.fontWeight ?? TEXT_DEFAULTS.fontWeight) >= BOLD_WEIGHT ? BOLD : 1;
  let width = 0;
  for (const letter of text) {
    const share = LETTERS.find(([letters]) => letters.test(letter))?.[1] ?? OTHER_LETTERS;
    width += share * fontSize * bold + (share > 0 ? (style.letterSpacing ?? 0) : 0);
    if (share > 0 && /\s/u.test(letter)) width += style.wordSpacing ?? 0;
  }
  return Math.max(0, width);
}

function isWide(word: string): boolean {
  return LETTERS[0]?.[0].test(word) === true;
}

/** Text that fits its available space, and the size of its block in pixels at scale 1, without the background. */
export interface FittedText extends Size {
  readonly style: TextStyle;
}

/** Factor between one tried font size and the next. */
const STEP = 0.96;
/**
 * Safety factor for the estimated width of a text without a set width, because fonts differ. If the estimate times this
 * factor exceeds the available width, the text gets a set width.
 */
const DOUBT = 1.12;

/**
 * Wraps a text at `room.width` and reduces its font size until the text fits the height and the widest word fits the
 * width. The narrower the space is compared with `before` (the old width), the more lines the text may have. `maxLines`
 * and `shrink` are set so that the text fits in any font. Returns the style itself if the text already fits.
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
