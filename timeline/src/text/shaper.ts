import type * as HarfBuzz from 'harfbuzzjs';
import { bidiLevels, type Direction } from './bidi.ts';
import type { TextRange } from './break-lines.ts';
import { itemize, type Paragraph, runsOfLine, type TextRun } from './itemize.ts';
import type { LoadedFont } from './loaded-font.ts';
import { isCursive } from './scripts.ts';

/** A glyph in drawing order. Lengths are multiples of the text's font size; `dy` is upwards. */
export interface ShapedGlyph {
  font: LoadedFont;
  glyphId: number;
  look: number;
  /** Size of its look as a multiple of the text's. */
  size: number;
  advance: number;
  /** From where the pen stands. */
  dx: number;
  dy: number;
  /** First UTF-16 unit of the text that it stands for. */
  cluster: number;
  rightToLeft: boolean;
  /** True for the last glyph of its cluster where letter spacing may go. */
  takesSpacing: boolean;
  isSpace: boolean;
}

/** How long a line of glyphs is. */
export interface LineExtent {
  width: number;
  /** Places for letter spacing between glyphs: none is after the last one. */
  spacings: number;
  spaces: number;
}

/** A line of glyphs. */
export interface ShapedText extends LineExtent {
  glyphs: ShapedGlyph[];
}

/** Shapes parts of a text. */
export interface Shaper {
  text: string;
  paragraphs: readonly TextRange[];
  shape(line: TextRange): ShapedText;
  /** Remembered, because wrapping and shrinking ask for the same lines again and again. */
  measure(line: TextRange): LineExtent;
}

/** A text with the fonts and sizes that it is shaped in. */
export interface ShaperOptions {
  text: string;
  /** Fonts to try, by look. */
  chains: readonly (readonly LoadedFont[])[];
  /** Font sizes by look, as multiples of the text's. */
  sizes: readonly number[];
  /** The look at a UTF-16 unit of the text. */
  lookAt(index: number): number;
  graphemes: Intl.Segmenter;
  direction: Direction;
  lang: string | undefined;
  /** False: letters are set apart, so they must not join. */
  ligatures: boolean;
}

/**
 * Glyphs that a font may make of one UTF-16 unit; real ones make a few. A run beyond it is not drawn: its font is made to use
 * up memory.
 */
export const MOST_GLYPHS_PER_UNIT = 32;

const PARAGRAPH_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** A shaper for one text. */
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
      // Without the glyphs: a long text is measured at thousands of lengths.
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
