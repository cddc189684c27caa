import type * as HarfBuzz from 'harfbuzzjs';
import type { SpanStyle } from './span-style.ts';
import type { FontFile } from './text-layout.ts';

/** Metrics of a font, as multiples of the font size. */
export interface FontMetrics {
  unitsPerEm: number;
  ascent: number;
  /** Distance below the baseline, as a positive length. */
  descent: number;
}

/** Font whose file is read on first use. Most texts do not need the large fallback fonts. */
export interface LoadedFont {
  /** Index of the font: the engine's own fonts come first, then those passed to `withFonts`. */
  index: number;
  family: string;
  weight: number;
  italic: boolean;
  /** Whether its glyphs are colour images instead of outlines. */
  isColor: boolean;
  langs: readonly string[];
  /** Returns the font. Reads its file at the first call. */
  font(): HarfBuzz.Font;
  metrics(): FontMetrics;
  /** Whether the font has a glyph for the code point. */
  has(codePoint: number): boolean;
}

/** Creates a font that reads its file on first use. If the file is invalid, the font has no glyphs. */
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

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;

/**
 * Returns the fonts to try for a text, in order, one of each family: the nearest in slant and weight. The first family
 * is that of the style or, if it is unknown, the first of `fonts`. Then follow the families for the language `lang`,
 * and the other families.
 */
export function fontChain(fonts: readonly LoadedFont[], look: SpanStyle, lang: string | undefined): LoadedFont[] {
  const wanted = look.fontFamily?.toLowerCase();
  const families = [...Map.groupBy(fonts, (font) => font.family.toLowerCase())];
  const rank = (family: string, members: readonly LoadedFont[]) => {
    if (family === wanted) return 0;
    const isMadeForIt = lang && members.some((font) => font.langs.some((made) => speaks(lang, made)));
    return isMadeForIt ? 1 : 2;
  };
  // The first family is the fallback, so that it stays before the families of a language.
  const [first, ...others] = families.toSorted(([a], [b]) => Number(b === wanted) - Number(a === wanted));
  const ordered = others.toSorted((a, b) => rank(...a) - rank(...b));
  const all = first ? [first, ...ordered] : ordered;
  return all.flatMap(([, members]) => nearest(members, look.fontWeight ?? 400, look.fontStyle === 'italic') ?? []);
}

/**
 * Returns the language for choosing fonts: `lang` if it is set; otherwise Japanese for text with kana, else undefined.
 */
export function fontLanguage(text: string, lang: string | undefined): string | undefined {
  return lang ?? (KANA.test(text) ? 'ja' : undefined);
}

function speaks(lang: string, made: string): boolean {
  return lang.toLowerCase() === made || lang.toLowerCase().startsWith(`${made}-`);
}

function nearest(members: readonly LoadedFont[], weight: number, italic: boolean): LoadedFont | undefined {
  const distance = (font: LoadedFont) => Math.abs(font.weight - weight) + (font.italic === italic ? 0 : 1_000);
  return members.toSorted((a, b) => distance(a) - distance(b))[0];
}
