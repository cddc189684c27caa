import type { TextStyle } from '../document/text-style.ts';
import type { SpanStyle } from './span-style.ts';

/** Font file that is passed to the text engine. */
export interface FontFile {
  family: string;
  /** Weight, 100-900. */
  weight: number;
  italic: boolean;
  /** Bytes of a TTF or OTF file, or a function that reads them on first use. The bytes are copied. */
  data: Uint8Array | (() => Uint8Array);
  /** Characters for which a fallback font may have glyphs. The file is not read for other characters. */
  covers?: RegExp;
  /** Languages (BCP 47, lower case) for which the font comes before other fallback fonts. */
  langs?: readonly string[];
  /**
   * Whether the font's glyphs are colour images. They have no outlines, so renderers draw them as text in that font.
   */
  isColor?: boolean;
}

/** Glyph of a line, in pixels. `x` is relative to the line's `x`; `y` is relative to the baseline, downwards. */
export interface TextGlyph {
  /** Index of the font: the engine's own fonts come first, then those passed to `withFonts`. */
  fontIndex: number;
  glyphId: number;
  x: number;
  y: number;
  advance: number;
  /** Font size of the glyph's style, in pixels. */
  fontSize: number;
  /** Length of a font unit in pixels. */
  scale: number;
  /** Index of the first UTF-16 unit of the line's `text` that the glyph represents. */
  cluster: number;
  /**
   * Index in the style's content of the UTF-16 unit from which the glyph comes. For an ellipsis, the length of the
   * content.
   */
  source: number;
  /** Index into the layout's `looks`. */
  look: number;
  rightToLeft: boolean;
  /** Whether the glyph must be drawn slanted: its style is italic, but its font is not. */
  isSlanted: boolean;
  /** Whether the font's glyphs are colour images. */
  isColor: boolean;
}

/** Line of text. `x` and `baseline` are relative to the top left corner of the text block, in pixels. */
export interface TextLine {
  text: string;
  /**
   * Range of the line in the style's content, in UTF-16 units: without a line break at its end, and without spaces at
   * which it was wrapped.
   */
  start: number;
  end: number;
  x: number;
  baseline: number;
  width: number;
  /** Distance above the baseline, in pixels, without half-leading. `descent` is that below. */
  ascent: number;
  descent: number;
  glyphs: TextGlyph[];
}

/**
 * Positions of all glyphs of a text, in pixels. `width` and `height` are the size of the text block, without padding,
 * stroke or shadow.
 */
export interface TextLayout {
  width: number;
  height: number;
  /** Font size in pixels, after shrinking the text to fit. */
  fontSize: number;
  lines: TextLine[];
  /** Styles that occur in the text: first that of the text itself, then those of its spans. */
  looks: SpanStyle[];
  /** Characters that no font contains, without duplicates, in reading order. Each is drawn as an empty box. */
  missing: string[];
}

/** Size of a laid-out text in pixels, and the characters that no font contains. Lint checks both. */
export type TextSize = Pick<TextLayout, 'width' | 'height' | 'missing'>;

/** Lays out text with a set of fonts. It uses WebAssembly memory, so create only one engine per process. */
export interface TextEngine {
  /**
   * Returns an engine with additional fonts. The key of each is the `fontFamily` by which styles name it. Only text
   * that names such a font uses it; the bundled fonts supply characters that the font lacks. The indices of the
   * additional fonts follow those of the engine's own fonts, in the order of the map. A file is not read again when the
   * same object is passed again.
   */
  withFonts(fonts: ReadonlyMap<string, FontFile>): TextEngine;
  layout(style: TextStyle): TextLayout;
  /**
   * Returns the outline of a glyph as SVG path data in font units, y upwards. It is empty for a space and in colour
   * fonts.
   */
  outline(fontIndex: number, glyphId: number): string;
}
