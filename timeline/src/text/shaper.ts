import type * as HarfBuzz from 'harfbuzzjs';
import { type Direction, itemize } from './itemize.ts';
import type { LoadedFont } from './loaded-font.ts';

/** A glyph in em, in drawing order. Offsets move it from where the pen stands; `dy` is upwards. */
export interface ShapedGlyph {
  fontIndex: number;
  glyphId: number;
  advance: number;
  dx: number;
  dy: number;
  cluster: number;
  /** True for the last glyph of its cluster, after which letter spacing goes. */
  endsCluster: boolean;
  isSpace: boolean;
}

/** A line of glyphs in em, so that it serves any font size. */
export interface ShapedText {
  glyphs: ShapedGlyph[];
  width: number;
  clusters: number;
  spaces: number;
}

/** Shapes lines; remembers them, because wrapping and shrinking ask for the same ones again and again. */
export interface Shaper {
  shape(line: string): ShapedText;
}

export interface ShaperOptions {
  chain: readonly LoadedFont[];
  graphemes: Intl.Segmenter;
  direction: Direction;
  lang: string | undefined;
  /** False: letters are set apart, so they must not join. */
  ligatures: boolean;
}

/** A shaper for one text. */
export function createShaper(harfBuzz: typeof HarfBuzz, options: ShaperOptions): Shaper {
  const buffer = new harfBuzz.Buffer();
  const features = options.ligatures ? [] : [new harfBuzz.Feature('liga', 0), new harfBuzz.Feature('clig', 0)];
  const remembered = new Map<string, ShapedText>();

  const shapeAnew = (line: string): ShapedText => {
    const glyphs: ShapedGlyph[] = [];
    for (const run of itemize(line, options.chain, options.graphemes, options.direction)) {
      buffer.reset();
      buffer.addText(line, run.start, run.end - run.start);
      buffer.setDirection(run.rightToLeft ? harfBuzz.Direction.RTL : harfBuzz.Direction.LTR);
      if (run.script) buffer.setScript(run.script);
      if (options.lang) buffer.setLanguage(options.lang);
      buffer.guessSegmentProperties();
      harfBuzz.shape(run.font.font, buffer, features);
      glyphs.push(...runGlyphs(buffer, run.font, line));
    }
    return {
      glyphs,
      width: glyphs.reduce((sum, glyph) => sum + glyph.advance, 0),
      clusters: glyphs.filter((glyph) => glyph.endsCluster).length,
      spaces: glyphs.filter((glyph) => glyph.isSpace).length,
    };
  };

  return {
    shape: (line) => {
      const known = remembered.get(line);
      if (known) return known;
      const shaped = shapeAnew(line);
      remembered.set(line, shaped);
      return shaped;
    },
  };
}

function runGlyphs(buffer: HarfBuzz.Buffer, font: LoadedFont, line: string): ShapedGlyph[] {
  const infos = buffer.getGlyphInfos();
  const positions = buffer.getGlyphPositions();
  const em = font.unitsPerEm;
  return infos.map(({ codepoint, cluster }, index) => {
    const position = positions[index];
    return {
      fontIndex: font.index,
      glyphId: codepoint,
      advance: (position?.xAdvance ?? 0) / em,
      dx: (position?.xOffset ?? 0) / em,
      dy: (position?.yOffset ?? 0) / em,
      cluster,
      endsCluster: infos[index + 1]?.cluster !== cluster,
      isSpace: line[cluster] === ' ' || line[cluster] === '\u00a0',
    };
  });
}
