import { TEXT_DEFAULTS } from '../document/text-defaults.ts';
import type { TextStyle } from '../document/text-style.ts';

/**
 * Widths of characters as multiples of the font size. The first matching row applies.
 * The values are those of a common sans-serif font, a little generous.
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
 * Estimates the size of a text without its fonts, so that the result is the same everywhere.
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
