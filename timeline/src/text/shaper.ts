import type * as HarfBuzz from 'harfbuzzjs';
import type { TextRange } from './break-lines.ts';
import { bidiLevels, type Direction, itemize, type Paragraph, runsOfLine, type TextRun } from './itemize.ts';
import type { LoadedFont } from './loaded-font.ts';
import { isCursive } from './scripts.ts';

/** Glyph in drawing order. Lengths are multiples of the text's font size; positive `dy` is upwards. */
export interface ShapedGlyph {
  font: LoadedFont;
  glyphId: number;
  look: number;
  /** Font size of the glyph's style, as a multiple of the text's font size. */
  size: number;
  advance: number;
  /** Offset of the glyph from the pen position. */
  dx: number;
  dy: number;
  /** Index of the first UTF-16 unit of the text that the glyph represents. */
  cluster: number;
  rightToLeft: boolean;
  /** Whether letter spacing may follow the glyph: it is the last one of its cluster and not cursive. */
  takesSpacing: boolean;
  isSpace: boolean;
}

/** Measurements of a line of glyphs. */
export interface LineExtent {
  width: number;
  /** Number of places for letter spacing between glyphs. There is none after the last glyph. */
  spacings: number;
  spaces: number;
}

/** A shaped line of glyphs. */
export interface ShapedText extends LineExtent {
  glyphs: ShapedGlyph[];
}

/** Shapes and measures lines of one text: converts characters to positioned glyphs. */
export interface Shaper {
  text: string;
  paragraphs: readonly TextRange[];
  shape(line: TextRange): ShapedText;
  /** Measures a line. Results are cached, because wrapping and shrinking measure the same lines repeatedly. */
  measure(line: TextRange): LineExtent;
}

/** Text to shape, with its fonts and sizes. */
export interface ShaperOptions {
  text: string;
  /** Fonts to try, in order, for each style in the text's `looks`. */
  chains: readonly (readonly LoadedFont[])[];
  /** Font size of each style in `looks`, as a multiple of the text's font size. */
  sizes: readonly number[];
  /** Returns the index into `looks` of the style at a UTF-16 unit of the text. */
  lookAt(index: number): number;
  graphemes: Intl.Segmenter;
  direction: Direction;
  lang: string | undefined;
  /** Whether letters may form ligatures. False for text with letter spacing, because spaced letters must not join. */
  ligatures: boolean;
}

/**
 * Maximum number of glyphs for one UTF-16 unit of text; normal fonts have a few. A run with more glyphs is not drawn,
 * because its font may be designed to exhaust memory.
 */
export const MOST_GLYPHS_PER_UNIT = 32;

const PARAGRAPH_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Creates a shaper for one text. */
export function createShaper(harfBuzz: typeof HarfBuzz, options: ShaperOptions): Shaper {
  const buffer = new harfBuzz.Buffer();
  const features = options.ligatures ? [] : [new harfBuzz.Feature('liga', 0), new harfBuzz.Feature('clig', 0)];
  const paragraphs = paragraphsOf(options);
  const runs = new Map<Paragraph, TextRun[]>();
  const measured = new Map<string, LineExtent>();

  const shape = (line: TextRange): ShapedText => {
    const paragraph = paragraphs.findLast(({ start }) => start <= line.start);
    if (!paragraph) return { glyphs: [], width: 0, spacings: 0, spaces: 0 };
    const all = runs.get(paragraph) ?? itemize(paragraph, options.graphemes);
    runs.set(paragraph, all);
    const written = options.text.slice(line.start, line.end);
    const glyphs: ShapedGlyph[] = [];
    for (const run of runsOfLine(all, line, paragraph)) {
      buffer.reset();
      buffer.addText(written, run.start - line.start, run.end - run.start);
      buffer.setDirection(run.level % 2 === 1 ? harfBuzz.Direction.RTL : harfBuzz.Direction.LTR);
      if (run.script) buffer.setScript(run.script);
      if (options.lang) buffer.setLanguage(options.lang);
      buffer.guessSegmentProperties();
      harfBuzz.shape(run.font.font(), buffer, features);
      if (buffer.getLength() > MOST_GLYPHS_PER_UNIT * (run.end - run.start)) continue;
      glyphs.push(...runGlyphs(buffer, run, written, line.start, options.sizes[run.look] ?? 1));
    }
    return {
      glyphs,
      width: glyphs.reduce((sum, glyph) => sum + glyph.advance, 0),
      spacings: glyphs.slice(0, -1).filter((glyph) => glyph.takesSpacing).length,
      spaces: glyphs.filter((glyph) => glyph.isSpace).length,
    };
  };

  return {
    text: options.text,
    paragraphs,
    shape,
    measure: (line) => {
      const key = `${line.start} ${line.end}`;
      const known = measured.get(key);
      if (known) return known;
      // Cached without the glyphs: a long text is measured at thousands of lengths.
      const { width, spacings, spaces } = shape(line);
      const extent = { width, spacings, spaces };
      measured.set(key, extent);
      return extent;
    },
  };
}

function paragraphsOf({ text, chains, lookAt, direction }: ShaperOptions): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const add = (start: number, end: number) =>
    paragraphs.push({ text, chains, lookAt, start, end, bidi: bidiLevels(text.slice(start, end), direction) });
  let start = 0;
  for (const match of text.matchAll(PARAGRAPH_END)) {
    add(start, match.index);
    start = match.index + match[0].length;
  }
  add(start, text.length);
  return paragraphs;
}

function runGlyphs(
  buffer: HarfBuzz.Buffer,
  run: TextRun,
  line: string,
  lineStart: number,
  size: number,
): ShapedGlyph[] {
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const em = run.font.metrics().unitsPerEm / size;
  const cursive = run.script !== null && isCursive(line.slice(run.start - lineStart, run.end - lineStart));
  return infos.map(({ codepoint, cluster }, index) => {
    const position = positions[index];
    return {
      font: run.font,
      glyphId: codepoint,
      look: run.look,
      size,
      advance: (position?.xAdvance ?? 0) / em,
      dx: (position?.xOffset ?? 0) / em,
      dy: (position?.yOffset ?? 0) / em,
      cluster: lineStart + cluster,
      rightToLeft: run.level % 2 === 1,
      takesSpacing: !cursive && infos[index + 1]?.cluster !== cluster,
      isSpace: line[cluster] === ' ' || line[cluster] === '\u00a0',
    };
  });
}
