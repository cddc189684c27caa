import type * as HarfBuzz from 'harfbuzzjs';
import { TEXT_DEFAULTS } from '../document/clip-fields.ts';
import type { TextStyle } from '../document/text-style.ts';
import { FramemillError } from '../errors/framemill-error.ts';
import { type FittedLine, fitText, widthOf } from './fit-text.ts';
import { fontChain, fontLanguage, type LoadedFont, loadFont } from './loaded-font.ts';
import { createShaper, type ShapedGlyph, type ShapedText, type Shaper, type ShaperOptions } from './shaper.ts';
import { inCase, type SpanStyle, spanStyles } from './span-style.ts';
import type { FontFile, TextEngine, TextGlyph, TextLayout, TextLine } from './text-layout.ts';

/**
 * Creates a text engine with at least one font. Texts with an unknown family use the first family. For missing glyphs,
 * all fonts are tried in order. A font given as a function is read when a text needs it. Takes about 30 ms; create one
 * engine per process. Throws `invalid_request` without a font.
 */
export async function createTextEngine(fonts: readonly FontFile[]): Promise<TextEngine> {
  if (fonts.length === 0)
    throw new FramemillError('invalid_request', 'The text engine needs at least one font (got none). Add a font.');
  // Imported here instead of at the top, so that a process without text layout does not load the WebAssembly.
  const harfBuzz = await import('harfbuzzjs');
  const loaded = fonts.map((file, index) => loadFont(harfBuzz, file, index));
  const read = new WeakMap<FontFile, LoadedFont>();
  const readOnce = (file: FontFile): LoadedFont => {
    const font = read.get(file) ?? loadFont(harfBuzz, file, loaded.length);
    read.set(file, font);
    return font;
  };
  const tools = createLayoutTools(loaded);
  const engineOf = (own: ReadonlyMap<string, LoadedFont>): TextEngine => {
    const all = [...loaded, ...own.values()];
    return {
      withFonts: (files) => {
        const indexed = [...files].map(([name, file], place): [string, LoadedFont] => {
          return [name, { ...readOnce(file), index: loaded.length + place }];
        });
        return engineOf(new Map(indexed));
      },
      layout: (style) => layoutText(harfBuzz, tools, own, style),
      outline: (fontIndex, glyphId) => {
        const font = all[fontIndex];
        return font && !font.isColor ? font.font().glyphToPath(glyphId) : '';
      },
    };
  };
  return engineOf(new Map());
}

/**
 * Objects for laying out texts of one language or style. They are cached, because creating them takes as long as laying
 * out a short text.
 */
interface LayoutTools {
  segmenters(lang: string | undefined): { words: Intl.Segmenter; graphemes: Intl.Segmenter };
  /** Returns the bundled fonts to try for a style, in order. */
  chain(look: SpanStyle, lang: string | undefined): LoadedFont[];
}

/** Maximum number of cached languages and styles. There is a limit because callers may use any number of them. */
const MOST_REMEMBERED = 200;

function createLayoutTools(bundled: readonly LoadedFont[]): LayoutTools {
  const segmenters = remembered(MOST_REMEMBERED, (lang) => ({
    words: new Intl.Segmenter(lang || undefined, { granularity: 'word' }),
    graphemes: new Intl.Segmenter(lang || undefined, { granularity: 'grapheme' }),
  }));
  const chains = remembered(MOST_REMEMBERED, (key) => {
    const { look, lang }: { look: SpanStyle; lang?: string } = JSON.parse(key);
    return fontChain(bundled, look, lang);
  });
  return {
    segmenters: (lang = '') => segmenters(lang),
    chain: ({ fontFamily, fontWeight, fontStyle }, lang) =>
      chains(JSON.stringify({ look: { fontFamily, fontWeight, fontStyle }, lang })),
  };
}

function layoutText(
  harfBuzz: typeof HarfBuzz,
  tools: LayoutTools,
  own: ReadonlyMap<string, LoadedFont>,
  style: TextStyle,
): TextLayout {
  const lang = knownLocale(style.lang);
  const { words, graphemes } = tools.segmenters(lang);
  const cased = inCase(style.content, { ...style, lang }, words);
  const { looks, lookAt } = spanStyles(style);
  const fontLang = fontLanguage(cased.text, lang);
  const chains = looks.map((look) => {
    const first = own.get(look.fontFamily ?? '');
    const chain = tools.chain(look, fontLang);
    return first ? [first, ...chain] : chain;
  });
  const ownSize = style.fontSize ?? TEXT_DEFAULTS.fontSize;
  const options: ShaperOptions = {
    text: cased.text,
    chains,
    sizes: looks.map((look) => (look.fontSize ?? ownSize) / ownSize),
    lookAt: (index) => lookAt(cased.source(index)),
    graphemes,
    direction: style.direction ?? 'auto',
    lang,
    ligatures: (style.letterSpacing ?? 0) === 0,
  };
  const cutOff = (end: number): Shaper => {
    const atEnd = options.lookAt(Math.max(0, end - 1));
    const text = `${cased.text.slice(0, end)}…`;
    return createShaper(harfBuzz, { ...options, text, lookAt: (at) => (at >= end ? atEnd : options.lookAt(at)) });
  };
  const shaper = createShaper(harfBuzz, options);
  const fitted = fitText(style, { shaper, cutOff, words, graphemes });
  const { fontSize } = fitted;
  const shaped = fitted.lines.map((line) => ({ line, glyphs: line.shaper.shape(line) }));
  const widths = shaped.map(({ glyphs }) => widthOf(glyphs, fontSize, style));
  const width = Math.max(style.width ?? 0, ...widths);
  const main = chains[0]?.[0]?.metrics() ?? { ascent: 1, descent: 0 };
  let top = 0;
  const lines = shaped.map(({ line, glyphs }, index): TextLine => {
    const lineWidth = widths[index] ?? 0;
    // The height of a line follows its largest letters.
    const size = Math.max(1, ...glyphs.glyphs.map((glyph) => glyph.size)) * fontSize;
    const ascent = main.ascent * size;
    const descent = main.descent * size;
    const lineHeight = size * (style.lineHeight ?? TEXT_DEFAULTS.lineHeight);
    // Half the leading above, half below, as in CSS.
    const baseline = top + (lineHeight - ascent - descent) / 2 + ascent;
    top += lineHeight;
    return {
      text: line.shaper.text.slice(line.start, line.end),
      start: cased.source(line.start),
      // A shortened line ends with an ellipsis, which is not in the content.
      end: cased.source(line.shaper === shaper ? line.end : line.end - 1),
      x: (width - lineWidth) * alignment(style.align),
      baseline,
      width: lineWidth,
      ascent,
      descent,
      glyphs: placeGlyphs(glyphs, line, fontSize, style, (glyph) => ({
        source: cased.source(glyph.cluster),
        isSlanted: looks[glyph.look]?.fontStyle === 'italic' && !glyph.font.italic,
      })),
    };
  });
  return { width, height: top, fontSize, lines, looks, missing: missingCharacters(lines) };
}

/** Characters without a visible shape, which a font need not contain. */
const INVISIBLE = /^[\p{White_Space}\p{Cc}\p{Cf}\p{Variation_Selector}]$/u;

/** Returns the characters that no font contains. Glyph 0 is what a font draws for a missing character. */
function missingCharacters(lines: readonly TextLine[]): string[] {
  const missing = new Set<string>();
  for (const { text, glyphs } of lines) {
    for (const { glyphId, cluster } of glyphs) {
      if (glyphId !== 0) continue;
      const character = String.fromCodePoint(text.codePointAt(cluster) ?? 32);
      if (!INVISIBLE.test(character)) missing.add(character);
    }
  }
  return [...missing];
}

function placeGlyphs(
  shaped: ShapedText,
  line: FittedLine,
  fontSize: number,
  style: TextStyle,
  origin: (glyph: ShapedGlyph) => Pick<TextGlyph, 'source' | 'isSlanted'>,
): TextGlyph[] {
  const letterSpacing = style.letterSpacing ?? 0;
  const wordSpacing = style.wordSpacing ?? 0;
  let pen = 0;
  return shaped.glyphs.map((glyph) => {
    const x = pen + glyph.dx * fontSize;
    const spacing = (glyph.takesSpacing ? letterSpacing : 0) + (glyph.isSpace ? wordSpacing : 0);
    const advance = glyph.advance * fontSize + spacing;
    pen += advance;
    const size = glyph.size * fontSize;
    return {
      fontIndex: glyph.font.index,
      glyphId: glyph.glyphId,
      x,
      y: 0 - glyph.dy * fontSize,
      advance,
      fontSize: size,
      scale: size / glyph.font.metrics().unitsPerEm,
      cluster: glyph.cluster - line.start,
      ...origin(glyph),
      look: glyph.look,
      rightToLeft: glyph.rightToLeft,
      isColor: glyph.font.isColor,
    };
  });
}

function alignment(align: TextStyle['align']): number {
  if (align === 'left') return 0;
  return align === 'right' ? 1 : 0.5;
}

/**
 * Returns the canonical form of a language tag. Returns undefined for an invalid tag, so that a typo does not stop a
 * render.
 */
function knownLocale(lang: string | undefined): string | undefined {
  if (!lang) return undefined;
  try {
    return Intl.getCanonicalLocales(lang)[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Memoizes `make`. The cache is cleared when it has `most` entries. */
function remembered<Made>(most: number, make: (key: string) => Made): (key: string) => Made {
  const known = new Map<string, Made>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
