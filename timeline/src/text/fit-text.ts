import LineBreaker from 'linebreak';
import { MIN_FONT_SIZE, TEXT_DEFAULTS } from '../document/clip-fields.ts';
import type { TextStyle } from '../document/text-style.ts';
import { breakLines, type TextRange } from './break-lines.ts';
import { needsDictionary } from './scripts.ts';
import type { LineExtent, Shaper } from './shaper.ts';

/**
 * Visible line, with the shaper that measures it. A line that was shortened with an ellipsis has a shaper of its own.
 */
export interface FittedLine extends TextRange {
  shaper: Shaper;
}

/** Visible lines and their font size. */
export interface FittedText {
  lines: FittedLine[];
  fontSize: number;
}

/** Functions for breaking and shortening one text. */
export interface TextFitter {
  shaper: Shaper;
  /** Creates a shaper for the text up to index `end`, followed by an ellipsis. */
  cutOff(end: number): Shaper;
  words: Intl.Segmenter;
  graphemes: Intl.Segmenter;
}

/** Returns the width of a shaped line in pixels. It is at least 0, even with negative letter spacing. */
export function widthOf(shaped: LineExtent, fontSize: number, style: TextStyle): number {
  const letters = shaped.spacings * (style.letterSpacing ?? 0);
  return Math.max(0, shaped.width * fontSize + letters + shaped.spaces * (style.wordSpacing ?? 0));
}

/** Breaks a text into its visible lines, according to the width, `maxLines` and `overflow` of its style. */
export function fitText(style: TextStyle, fitter: TextFitter): FittedText {
  const fontSize = style.overflow === 'shrink' ? shrunkSize(style, fitter) : (style.fontSize ?? TEXT_DEFAULTS.fontSize);
  const { lines, hasWideWord } = wrap(fontSize, style, fitter);
  const most = style.overflow === 'visible' ? lines.length : (style.maxLines ?? lines.length);
  const shown = lines.slice(0, most).map((line): FittedLine => ({ ...line, shaper: fitter.shaper }));
  const last = shown.at(-1);
  if (style.overflow !== 'ellipsis') return { lines: shown, fontSize };
  if (last !== undefined && shown.length < lines.length) {
    shown[shown.length - 1] = withEllipsis(last, fontSize, style, fitter);
  }
  const isTooWide = (line: FittedLine) => widthOf(line.shaper.measure(line), fontSize, style) > (style.width ?? 0);
  const whole = hasWideWord
    ? shown.map((line) => (isTooWide(line) ? withEllipsis(line, fontSize, style, fitter) : line))
    : shown;
  return { lines: whole, fontSize };
}

function wrap(fontSize: number, style: TextStyle, { shaper, words, graphemes }: TextFitter) {
  const maxWidth = style.width ?? 0;
  if (maxWidth <= 0) return { lines: [...shaper.paragraphs], hasWideWord: false };
  const { text } = shaper;
  const opportunities = ({ start, end }: TextRange) =>
    lineOpportunities(text.slice(start, end), words).map((at) => start + at);
  const measure = (line: TextRange) => widthOf(shaper.measure(line), fontSize, style);
  const cutsWords = style.overflowWrap === 'anywhere';
  const broken = shaper.paragraphs.map((paragraph) =>
    breakLines(paragraph, maxWidth, { text, opportunities, graphemes, measure, cutsWords }),
  );
  return { lines: broken.flatMap(({ lines }) => lines), hasWideWord: broken.some(({ hasWideWord }) => hasWideWord) };
}

/**
 * Finds the largest integer font size, from `fontSize` down to `minFontSize`, at which every word fits the width and
 * the text has at most `maxLines` lines.
 */
function shrunkSize(style: TextStyle, fitter: TextFitter): number {
  const largest = style.fontSize ?? TEXT_DEFAULTS.fontSize;
  const smallest = Math.min(largest, style.minFontSize ?? MIN_FONT_SIZE);
  const fits = (size: number) => {
    const { lines, hasWideWord } = wrap(size, style, fitter);
    return !hasWideWord && lines.length <= (style.maxLines ?? lines.length);
  };
  if (fits(largest)) return largest;
  let low = Math.ceil(smallest);
  let high = Math.floor(largest);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return Math.max(smallest, Math.min(low, largest));
}

function withEllipsis(line: FittedLine, fontSize: number, style: TextStyle, fitter: TextFitter): FittedLine {
  const maxWidth = style.width ?? 0;
  const { text } = fitter.shaper;
  const ends = [...fitter.graphemes.segment(text.slice(line.start, line.end))].map(({ index }) => line.start + index);
  for (const end of [line.end, ...ends.reverse()]) {
    const cut = line.start + text.slice(line.start, end).trimEnd().length;
    const shaper = fitter.cutOff(cut);
    const candidate = { start: line.start, end: cut + 1, shaper };
    const fits = maxWidth <= 0 || widthOf(shaper.measure(candidate), fontSize, style) <= maxWidth;
    if (fits || cut === line.start) return candidate;
  }
  return line;
}

/**
 * Returns the indices of `paragraph` at which a new line may start (UAX #14), including the end. Thai, Lao, Khmer and
 * Burmese have no spaces between words, so the word boundaries that `words` finds are used for them.
 */
function lineOpportunities(paragraph: string, words: Intl.Segmenter): number[] {
  const found: number[] = [];
  const breaker = new LineBreaker(paragraph);
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) found.push(next.position);
  if (needsDictionary(paragraph)) {
    for (const { index } of words.segment(paragraph)) {
      if (index > 0 && needsDictionary(paragraph.slice(index - 1, index + 1))) found.push(index);
    }
    return [...new Set(found)].filter((at) => at > 0).sort((a, b) => a - b);
  }
  return found;
}
