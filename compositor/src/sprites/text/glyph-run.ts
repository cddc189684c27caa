import type { TextGlyph, TextLayout, TextLine } from '@framemill/timeline';

/** Glyphs of one line that are drawn together. */
export interface GlyphRun {
  line: TextLine;
  glyphs: readonly TextGlyph[];
}

/** Returns all glyphs of a text, one run for each line. */
export function allRuns(layout: TextLayout): GlyphRun[] {
  return layout.lines.map((line) => ({ line, glyphs: line.glyphs }));
}

/** Glyph that is an image, with its position in the block. */
export interface ImageGlyph {
  glyph: TextGlyph;
  x: number;
  baseline: number;
}

/** Returns the image glyphs of a run. */
export function imageGlyphs({ line, glyphs }: GlyphRun): ImageGlyph[] {
  return glyphs
    .filter((glyph) => glyph.isColor)
    .map((glyph) => ({ glyph, x: line.x + glyph.x, baseline: line.baseline + glyph.y }));
}
