import { writtenWithoutSpaces } from './scripts.ts';

/** Splits a paragraph into lines. */
export interface LineBreaker {
  words: Intl.Segmenter;
  graphemes: Intl.Segmenter;
  /** Width of a line in pixels. */
  measure(line: string): number;
}

/** The lines of a paragraph, and whether a word had to be cut because it alone is wider than `maxWidth`. */
export interface BrokenLines {
  lines: string[];
  brokeWord: boolean;
}

const OPENING = /[([{«‹“‘「『（【《〈¿¡]$/u;
const CLOSING = /^[)\]}»›”’」』）】》〉,.;:!?、。，．；：！？…％%ー々]/u;
const HYPHEN = /[-\u2010\u2012-\u2014/]$/u;

/** Fills lines up to `maxWidth` pixels, breaking after spaces and hyphens, and between letters only of scripts without spaces. */
export function breakLines(paragraph: string, maxWidth: number, breaker: LineBreaker): BrokenLines {
  const lines: string[] = [];
  let brokeWord = false;
  let line = '';
  const fits = (text: string) => breaker.measure(text.trimEnd()) <= maxWidth;
  for (const unit of unitsOf(paragraph, breaker.words)) {
    if (fits(line + unit)) {
      line += unit;
      continue;
    }
    if (line !== '') lines.push(line.trimEnd());
    line = unit;
    if (fits(unit)) continue;
    brokeWord = true;
    const parts = cutWord(unit, fits, breaker.graphemes);
    line = parts.pop() ?? '';
    lines.push(...parts);
  }
  return { lines: [...lines, line.trimEnd()], brokeWord };
}

/** Pieces between which a line may break. Spaces belong to the piece before them. */
function unitsOf(paragraph: string, words: Intl.Segmenter): string[] {
  const units: string[] = [];
  for (const { segment } of words.segment(paragraph)) {
    const unit = units.at(-1);
    if (unit !== undefined && !mayBreak(unit, segment)) units[units.length - 1] = unit + segment;
    else units.push(segment);
  }
  return units;
}

function mayBreak(before: string, after: string): boolean {
  if (/^\s/.test(after) || CLOSING.test(after)) return false;
  if (OPENING.test(before)) return false;
  // A no-break space is white space to a regular expression, but the words beside it belong together.
  if (/[\s--[\u00a0\u202f]]$/v.test(before)) return true;
  if (HYPHEN.test(before) && before.length > 1) return true;
  return writtenWithoutSpaces(before.slice(-2)) || writtenWithoutSpaces(after.slice(0, 2));
}

/** Cuts a word that is wider than a line; each part has at least one grapheme. */
function cutWord(word: string, fits: (text: string) => boolean, graphemes: Intl.Segmenter): string[] {
  const parts: string[] = [];
  let part = '';
  for (const { segment } of graphemes.segment(word)) {
    if (part !== '' && !fits(part + segment)) {
      parts.push(part);
      part = '';
    }
    part += segment;
  }
  return [...parts, part];
}
