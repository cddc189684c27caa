import type * as HarfBuzz from 'harfbuzzjs';
import type { FontFile } from './text-layout.ts';

/** A font ready to shape with. Lengths are in em. */
export interface LoadedFont {
  /** Index into the fonts that the engine was made with. */
  index: number;
  family: string;
  weight: number;
  italic: boolean;
  unitsPerEm: number;
  ascent: number;
  /** Below the baseline, as a positive length. */
  descent: number;
  font: HarfBuzz.Font;
  /** True when the font has a glyph for the code point. */
  has(codePoint: number): boolean;
}

/** Reads a font file. Nonsense in `data` makes a font without glyphs, which then covers nothing. */
export function loadFont(harfBuzz: typeof HarfBuzz, file: FontFile, index: number): LoadedFont {
  const face = new harfBuzz.Face(new harfBuzz.Blob(file.data));
  const font = new harfBuzz.Font(face);
  const unitsPerEm = face.upem;
  const { ascender, descender } = font.hExtents();
  const known = new Map<number, boolean>();
  const has = (codePoint: number): boolean => {
    let found = known.get(codePoint);
    if (found === undefined) {
      found = font.nominalGlyph(codePoint) !== undefined;
      known.set(codePoint, found);
    }
    return found;
  };
  return {
    index,
    family: file.family,
    weight: file.weight,
    italic: file.italic,
    unitsPerEm,
    ascent: ascender / unitsPerEm,
    descent: -descender / unitsPerEm,
    font,
    has,
  };
}
