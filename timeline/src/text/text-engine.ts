import type * as HarfBuzz from 'harfbuzzjs';
import type { TextStyle } from '../document/text-style.ts';
import { FramemillError } from '../errors/framemill-error.ts';
import { fitText, TEXT_DEFAULTS, widthOf } from './fit-text.ts';
import { fontChain } from './font-chain.ts';
import { type LoadedFont, loadFont } from './loaded-font.ts';
import { createShaper, type ShapedText } from './shaper.ts';
import { inCase } from './text-case.ts';
import type { FontFile, TextEngine, TextGlyph, TextLayout, TextLine } from './text-layout.ts';

/**
 * Makes a text engine of at least one font; the first family is the fallback for unknown ones, and all are tried for
 * missing glyphs. About 30 ms, once. Throws `invalid_request` without a font.
 */
export async function createTextEngine(fonts: readonly FontFile[]): Promise<TextEngine> {
  if (fonts.length === 0)
    throw new FramemillError('invalid_request', 'A text engine needs a font (got none). Give at least one.');
  // Loaded here and not at the top: a process that lays out no text does not pay for the WebAssembly.
  const harfBuzz = await import('harfbuzzjs');
  const loaded = fonts.map((file, index) => loadFont(harfBuzz, file, index));
  const unitsPerEm = loaded.map((font) => font.unitsPerEm);
  return {
    layout: (style) => layoutText(harfBuzz, loaded, unitsPerEm, style),
    outline: (fontIndex, glyphId) => loaded[fontIndex]?.font.glyphToPath(glyphId) ?? '',
  };
}

function layoutText(
  harfBuzz: typeof HarfBuzz,
  fonts: readonly LoadedFont[],
  unitsPerEm: number[],
  style: TextStyle,
): TextLayout {
  const chain = fontChain(fonts, style);
  const lang = knownLocale(style.lang);
  const words = new Intl.Segmenter(lang, { granularity: 'word' });
  const graphemes = new Intl.Segmenter(lang, { granularity: 'grapheme' });
  const shaper = createShaper(harfBuzz, {
    chain,
    graphemes,
    direction: style.direction ?? 'auto',
    lang,
    ligatures: (style.letterSpacing ?? 0) === 0,
  });
  const text = inCase(style.content, { ...style, lang }, words);
  const { lines, fontSize } = fitText(text, style, { shaper, words, graphemes });
  const shaped = lines.map((line) => shaper.shape(line));
  const widths = shaped.map((line) => widthOf(line, fontSize, style));
  const width = Math.max(style.width ?? 0, ...widths);
  const lineHeight = fontSize * (style.lineHeight ?? TEXT_DEFAULTS.lineHeight);
  const placed = shaped.map((line, index): TextLine => {
    const lineWidth = widths[index] ?? 0;
    const ascent = (chain[0]?.ascent ?? 1) * fontSize;
    const descent = (chain[0]?.descent ?? 0) * fontSize;
    return {
      text: lines[index] ?? '',
      x: (width - lineWidth) * alignment(style.align),
      // Half the leading above, half below, as in CSS.
      baseline: index * lineHeight + (lineHeight - ascent - descent) / 2 + ascent,
      width: lineWidth,
      ascent,
      descent,
      glyphs: placeGlyphs(line, fontSize, style),
    };
  });
  return { width, height: lines.length * lineHeight, fontSize, lines: placed, unitsPerEm };
}

function placeGlyphs(line: ShapedText, fontSize: number, style: TextStyle): TextGlyph[] {
  const letterSpacing = style.letterSpacing ?? 0;
  const wordSpacing = style.wordSpacing ?? 0;
  let pen = 0;
  return line.glyphs.map((glyph) => {
    const x = pen + glyph.dx * fontSize;
    const spacing = (glyph.endsCluster ? letterSpacing : 0) + (glyph.isSpace ? wordSpacing : 0);
    const advance = glyph.advance * fontSize + spacing;
    pen += advance;
    const { fontIndex, glyphId, cluster } = glyph;
    return { fontIndex, glyphId, x, y: 0 - glyph.dy * fontSize, advance, cluster };
  });
}

function alignment(align: TextStyle['align']): number {
  if (align === 'left') return 0;
  return align === 'right' ? 1 : 0.5;
}

/** The language as JavaScript writes it; undefined when it is not well formed, because a typo must not stop a render. */
function knownLocale(lang: string | undefined): string | undefined {
  if (!lang) return undefined;
  try {
    return Intl.getCanonicalLocales(lang)[0];
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
