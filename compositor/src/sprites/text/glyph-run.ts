import type { TextGlyph, TextLayout, TextLine } from '@framemill/timeline';

/** Glyphs of one line that are drawn together. */
export interface GlyphRun {
  line: TextLine;
  glyphs: readonly TextGlyph[];
}

/** Every glyph of a text. */
export function allRuns(layout: TextLayout): GlyphRun[] {
  return layout.lines.map((line) => ({ line, glyphs: line.glyphs }));
}

/** A glyph that is a picture, with the text that stands for it. */
export interface PictureGlyph {
  glyph: TextGlyph;
  text: string;
  x: number;
  baseline: number;
}

/** The picture glyphs of a run, one for each cluster, at their places in the block. */
export function pictureGlyphs({ line, glyphs }: GlyphRun): PictureGlyph[] {
  if (!glyphs.some((glyph) => glyph.isColor)) return [];
  const starts = [...new Set(line.glyphs.map((glyph) => glyph.cluster))].sort((a, b) => a - b);
  const seen = new Set<number>();
  return glyphs.flatMap((glyph) => {
    if (!glyph.isColor || seen.has(glyph.cluster)) return [];
    seen.add(glyph.cluster);
    const end = starts.find((start) => start > glyph.cluster) ?? line.text.length;
    const text = line.text.slice(glyph.cluster, end).trim();
    return [{ glyph, text, x: line.x + glyph.x, baseline: line.baseline + glyph.y }];
  });
}
