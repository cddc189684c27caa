import type * as HarfBuzz from 'harfbuzzjs';
import type { FontFile } from './text-layout.ts';

/** Metrics of a font in em. */
export interface FontMetrics {
  unitsPerEm: number;
  ascent: number;
  /** Distance below the baseline, as a positive length. */
  descent: number;
}

/** A font whose file is read on first use, because large fallback fonts are mostly not needed. */
export interface LoadedFont {
  /** Index into the engine's own fonts, followed by those given to `withFonts`. */
  index: number;
  family: string;
  weight: number;
  italic: boolean;
  /** Whether its glyphs are colour images instead of outlines. */
  isColor: boolean;
  langs: readonly string[];
  /** Reads the font. */
  font(): HarfBuzz.Font;
  metrics(): FontMetrics;
  /** Whether the font has a glyph for the code point. */
  has(codePoint: number): boolean;
}

/**
 * Creates a font that reads its file on first use. An invalid file results in a font without glyphs, which covers no
 * character.
 */
export function loadFont(harfBuzz: typeof HarfBuzz, file: FontFile, index: number): LoadedFont {
  let read: HarfBuzz.Font | null = null;
  let measured: FontMetrics | null = null;
  const font = (): HarfBuzz.Font => {
    if (!read) {
      const data = typeof file.data === 'function' ? file.data() : file.data;
      read = new harfBuzz.Font(new harfBuzz.Face(new harfBuzz.Blob(data)));
    }
    return read;
  };
  const known = new Map<number, boolean>();
  return {
    index,
    family: file.family,
    weight: file.weight,
    italic: file.italic,
    isColor: file.isColor ?? false,
    langs: file.langs ?? [],
    font,
    metrics: () => {
      measured ??= metricsOf(font());
      return measured;
    },
    has: (codePoint) => {
      let found = known.get(codePoint);
      if (found === undefined) {
        const mayHave = file.covers?.test(String.fromCodePoint(codePoint)) ?? true;
        found = mayHave && font().nominalGlyph(codePoint) !== undefined;
        known.set(codePoint, found);
      }
      return found;
    },
  };
}

function metricsOf(font: HarfBuzz.Font): FontMetrics {
  const unitsPerEm = font.face.upem;
  const { ascender, descender } = font.hExtents();
  return { unitsPerEm, ascent: ascender / unitsPerEm, descent: -descender / unitsPerEm };
}
