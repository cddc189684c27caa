import type { TextStyle } from '../document/text-style.ts';
import { breakLines } from './break-lines.ts';
import type { ShapedText, Shaper } from './shaper.ts';

/** What the style leaves open. Pixels, and multiples of the font size. */
export const TEXT_DEFAULTS = { fontSize: 80, minFontSize: 12, lineHeight: 1.2 } as const;

/** The lines that are shown and the size they are set in. */
export interface FittedText {
  lines: string[];
  fontSize: number;
}

export interface TextFitter {
  shaper: Shaper;
  words: Intl.Segmenter;
  graphemes: Intl.Segmenter;
}

/** Width of a shaped line in pixels. The last letter has no spacing after it. */
export function widthOf(shaped: ShapedText, fontSize: number, style: TextStyle): number {
  const letters = Math.max(0, shaped.clusters - 1) * (style.letterSpacing ?? 0);
  return shaped.width * fontSize + letters + shaped.spaces * (style.wordSpacing ?? 0);
}

/** Breaks `text` into the lines that the style's width, maxLines and overflow leave. */
export function fitText(text: string, style: TextStyle, fitter: TextFitter): FittedText {
  const fontSize =
    style.overflow === 'shrink' ? shrunkSize(text, style, fitter) : (style.fontSize ?? TEXT_DEFAULTS.fontSize);
  const { lines } = wrap(text, fontSize, style, fitter);
  const shown = lines.slice(0, style.maxLines ?? lines.length);
  const last = shown.at(-1);
  if (style.overflow === 'ellipsis' && last !== undefined && shown.length < lines.length) {
    shown[shown.length - 1] = withEllipsis(last, fontSize, style, fitter);
  }
  return { lines: shown, fontSize };
}

function wrap(text: string, fontSize: number, style: TextStyle, fitter: TextFitter) {
  const paragraphs = text.split(/\r\n|\r|\n/);
  const maxWidth = style.width ?? 0;
  if (maxWidth <= 0) return { lines: paragraphs, brokeWord: false };
  const measure = (line: string) => widthOf(fitter.shaper.shape(line), fontSize, style);
  const broken = paragraphs.map((paragraph) => breakLines(paragraph, maxWidth, { ...fitter, measure }));
  return { lines: broken.flatMap(({ lines }) => lines), brokeWord: broken.some(({ brokeWord }) => brokeWord) };
}

/** The largest whole size from fontSize down to minFontSize at which no word is cut and maxLines is kept. */
function shrunkSize(text: string, style: TextStyle, fitter: TextFitter): number {
  const largest = style.fontSize ?? TEXT_DEFAULTS.fontSize;
  const smallest = Math.min(largest, style.minFontSize ?? TEXT_DEFAULTS.minFontSize);
  const fits = (size: number) => {
    const { lines, brokeWord } = wrap(text, size, style, fitter);
    return !brokeWord && lines.length <= (style.maxLines ?? lines.length);
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

function withEllipsis(line: string, fontSize: number, style: TextStyle, fitter: TextFitter): string {
  const maxWidth = style.width ?? 0;
  const graphemes = [...fitter.graphemes.segment(line)].map(({ segment }) => segment);
  const fits = (count: number) => {
    const cut = `${graphemes.slice(0, count).join('').trimEnd()}…`;
    return maxWidth <= 0 || widthOf(fitter.shaper.shape(cut), fontSize, style) <= maxWidth;
  };
  let count = graphemes.length;
  while (count > 0 && !fits(count)) count -= 1;
  return `${graphemes.slice(0, count).join('').trimEnd()}…`;
}
