import type { Gradient, TextGlyph, TextLayout, TextLine, TextStyle } from '@framemill/timeline';

/** Glyphs of a line that are drawn together. */
export interface GlyphRun {
  line: TextLine;
  glyphs: readonly TextGlyph[];
}

/** Returns all glyphs of a text, one run for each line. */
export function allRuns(layout: TextLayout): GlyphRun[] {
  return layout.lines.map((line) => ({ line, glyphs: line.glyphs }));
}

/** Glyph that is an image, with its position in the text block, in pixels. */
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

const defaultTextColor = '#ffffff';

/**
 * Slant of letters in fonts without italics, as a fraction of their height: about the tangent of 14 degrees, the angle
 * of `oblique` in CSS.
 */
export const letterSlant = 0.25;

/**
 * Returns the fill of letters whose style is `look`, an index into the layout's `looks`. The text's gradient applies to
 * letters without a colour of their own.
 */
export function letterFill(style: TextStyle, layout: TextLayout, look: number): string | Gradient {
  const own = layout.looks[look]?.color;
  const fill = look > 0 && own !== style.color ? own : (style.gradient ?? style.color);
  return fill ?? defaultTextColor;
}

/**
 * Returns the underlines and strikethroughs of a style's letters, in pixels of the text block. Their distance from the
 * baseline is a fraction of the font size that is typical of fonts.
 */
export function decorationLines(
  runs: readonly GlyphRun[],
  look: number,
  layout: TextLayout,
): { x: number; y: number; width: number; height: number }[] {
  const decoration = layout.looks[look]?.textDecoration ?? 'none';
  if (decoration === 'none') return [];
  return runs.flatMap(({ line, glyphs }) => {
    const own = glyphs.filter((glyph) => glyph.look === look);
    return stretches(own).map(([from, to]) => {
      const size = own[0]?.fontSize ?? layout.fontSize;
      const y = line.baseline + (decoration === 'underline' ? size * 0.12 : -size * 0.3);
      return { x: line.x + from, y, width: Math.min(to, line.width) - from, height: size / 14 };
    });
  });
}

// Returns the ranges in which glyphs are adjacent without a gap.
function stretches(glyphs: readonly TextGlyph[]): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const glyph of glyphs.toSorted((a, b) => a.x - b.x)) {
    const last = found.at(-1);
    if (last && glyph.x <= last[1] + 0.5) last[1] = Math.max(last[1], glyph.x + glyph.advance);
    else found.push([glyph.x, glyph.x + glyph.advance]);
  }
  return found;
}
