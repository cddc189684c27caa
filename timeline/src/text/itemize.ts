import bidiFactory from 'bidi-js';
import type { TextRange } from './break-lines.ts';
import type { LoadedFont } from './loaded-font.ts';
import { scriptOf } from './scripts.ts';

/** Run of text that is shaped in one call: it has one font, one style, one script and one direction. */
export interface TextRun extends TextRange {
  font: LoadedFont;
  /** Index into the text's `looks`, the styles of its spans. */
  look: number;
  /** Bidi embedding level. Odd levels are right to left. */
  level: number;
  /** ISO 15924 tag of the script; `null` when no letter determines it. */
  script: string | null;
}

/** A paragraph and the properties of its characters. */
export interface Paragraph extends TextRange {
  text: string;
  /** Bidi embedding levels of the paragraph, by index from its `start`. */
  bidi: BidiLevels;
  /** Fonts to try, in order, for each style in the text's `looks`. */
  chains: readonly (readonly LoadedFont[])[];
  lookAt(index: number): number;
}

const IGNORED =
  /^(?:\u200b|\u200c|\u200d|\u2060|[\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])$/u;
/**
 * Matches one printable ASCII character. These are the most frequent characters; they are neither emoji nor ignorable.
 */
const PLAIN = /^[ -~]$/;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[#*0-9]\ufe0f\u20e3/u;

/** Splits a paragraph into runs, in reading order. */
export function itemize(paragraph: Paragraph, graphemes: Intl.Segmenter): TextRun[] {
  const runs: TextRun[] = [];
  const written = paragraph.text.slice(paragraph.start, paragraph.end);
  for (const { segment, index } of graphemes.segment(written)) {
    const previous = runs.at(-1);
    const start = paragraph.start + index;
    const look = paragraph.lookAt(start);
    const font = fontFor(segment, paragraph.chains[look] ?? [], previous?.look === look ? previous.font : undefined);
    if (!font) continue;
    const level = paragraph.bidi.levels[index] ?? paragraph.bidi.base;
    const script = scriptOf(segment);
    const end = start + segment.length;
    const sameScript = previous && (script === null || previous.script === null || previous.script === script);
    if (previous && sameScript && previous.font === font && previous.look === look && previous.level === level) {
      previous.end = end;
      previous.script ??= script;
    } else {
      runs.push({ start, end, font, look, level, script });
    }
  }
  return runs;
}

/** Returns the parts of a paragraph's runs that are in a line, in drawing order from left to right. */
export function runsOfLine(runs: readonly TextRun[], line: TextRange, paragraph: Paragraph): TextRun[] {
  const { text, bidi } = paragraph;
  const visibleEnd = line.start + text.slice(line.start, line.end).trimEnd().length;
  const parts = runs.flatMap((run): TextRun[] => {
    const start = Math.max(run.start, line.start);
    const end = Math.min(run.end, line.end);
    if (end <= start) return [];
    // Spaces at the end of a line are placed at its end in the base direction (rule L1).
    const cut = Math.min(end, Math.max(start, visibleEnd));
    const visible = cut > start ? [{ ...run, start, end: cut }] : [];
    return end > cut ? [...visible, { ...run, start: cut, end, level: bidi.base }] : visible;
  });
  return visualOrder(parts);
}

/**
 * Returns the first font that has all glyphs of a grapheme. An emoji uses a colour font, and a space uses the font of
 * the text before it.
 */
function fontFor(
  grapheme: string,
  chain: readonly LoadedFont[],
  previous: LoadedFont | undefined,
): LoadedFont | undefined {
  if (PLAIN.test(grapheme)) {
    const codePoint = grapheme.charCodeAt(0);
    if (previous && !previous.isColor && grapheme === ' ' && previous.has(codePoint)) return previous;
    const font = chain.find((one) => !one.isColor && one.has(codePoint));
    if (font) return font;
  }
  const codePoints = [...grapheme]
    .filter((character) => !IGNORED.test(character))
    .map((character) => character.codePointAt(0) ?? 0);
  const covers = (font: LoadedFont) => codePoints.every((codePoint) => font.has(codePoint));
  if (EMOJI.test(grapheme) && !grapheme.includes('\ufe0e')) {
    const emoji = chain.find((font) => font.isColor && covers(font));
    if (emoji) return emoji;
  }
  if (previous && !previous.isColor && /^\s+$/.test(grapheme) && covers(previous)) return previous;
  return chain.find((font) => !font.isColor && covers(font)) ?? chain.find(covers) ?? chain[0];
}

const bidi = bidiFactory();

/** Base direction of a text. `auto`: the direction of its first letter that has one (UAX #9, P2). */
export type Direction = 'auto' | 'ltr' | 'rtl';

/** Bidi embedding levels of a paragraph (UAX #9). Odd levels are right to left. */
interface BidiLevels {
  /** Level of each UTF-16 unit. */
  levels: Uint8Array;
  base: number;
}

/**
 * Computes the bidi embedding levels of `paragraph`. With the direction `auto`, the first letter that has a direction
 * determines the base direction.
 */
export function bidiLevels(paragraph: string, direction: Direction): BidiLevels {
  const found = bidi.getEmbeddingLevels(paragraph, direction === 'auto' ? undefined : direction);
  return { levels: found.levels, base: found.paragraphs[0]?.level ?? (direction === 'rtl' ? 1 : 0) };
}

/** Sorts the runs of one line into drawing order, left to right (UAX #9, rule L2). */
function visualOrder<Run extends { level: number }>(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const levels = runs.map((run) => run.level);
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1));
  for (let level = Math.max(0, ...levels); level >= lowestOdd; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end += 1;
      if (end - start > 1) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}
