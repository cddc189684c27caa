import type { TextStyle } from '../document/text-style.ts';
import type { SpanStyle } from './span-style.ts';

/** A font file for the text engine. */
export interface FontFile {
  family: string;
  /** Weight, 100-900. */
  weight: number;
  italic: boolean;
  /** Bytes of a TTF or OTF file, or a function that reads them on first use. The bytes are copied. */
  data: Uint8Array | (() => Uint8Array);
  /** Characters of a fallback font. A character that does not match is not looked up in the file. */
  covers?: RegExp;
  /** Languages (BCP 47, lower case) for which the font comes before other fallback fonts. */
  langs?: readonly string[];
  /** Whether its glyphs are colour images. They have no outlines; the text that they represent is drawn instead. */
  isColor?: boolean;
}

/** A glyph on its line, in pixels. `x` counts from the line's `x`; `y` counts from its baseline, downwards. */
export interface TextGlyph {
  /** Index into the engine's own fonts, followed by those given to `withFonts`. */
  fontIndex: number;
  glyphId: number;
  x: number;
  y: number;
  advance: number;
  /** Font size of its style in pixels. */
  fontSize: number;
  /** Length of a font unit in pixels. */
  scale: number;
  /** Index of the first UTF-16 unit of the line's `text` that the glyph represents. */
  cluster: number;
  /** Index of the UTF-16 unit of the style's content from which it comes; the content's length for an ellipsis. */
  source: number;
  /** Index into the layout's `looks`. */
  look: number;
  rightToLeft: boolean;
  /** Whether the glyph must be slanted when drawn: its style is italic, but its font is not. */
  isSlanted: boolean;
  /** Whether its font's glyphs are colour images. */
  isColor: boolean;
}

/** A line of text. `x` and `baseline` count from the top left corner of the block. Pixels. */
export interface TextLine {
  text: string;
  x: number;
  baseline: number;
  width: number;
  /** Distances above and below the baseline, without half-leading. */
  ascent: number;
  descent: number;
  glyphs: TextGlyph[];
}

/** Positions of all glyphs of a text. The box is that of the block, without padding, stroke or shadow. Pixels. */
export interface TextLayout {
  width: number;
  height: number;
  /** Font size after shrinking. */
  fontSize: number;
  lines: TextLine[];
  /** Style of the text, followed by those of its spans. */
  looks: SpanStyle[];
  /** Characters that no font contains, without duplicates, in reading order. Each is drawn as an empty box. */
  missing: string[];
}

/** Fields of a layout that lint uses. Pixels. */
export type TextSize = Pick<TextLayout, 'width' | 'height' | 'missing'>;

/** Lays out text with a set of fonts. Holds WebAssembly memory; one engine per process is enough. */
export interface TextEngine {
  /**
   * Returns an engine with additional fonts, each under the fontFamily by which styles name it.
   * Only text that names such a font is set in it; the bundled fonts supply characters that it lacks. Their indices
   * follow those of the engine's own fonts, in the order of the map. A file is not read again when the same object is
   * passed again.
   */
  withFonts(fonts: ReadonlyMap<string, FontFile>): TextEngine;
  layout(style: TextStyle): TextLayout;
  /** Returns SVG path data of a glyph in font units, y upwards. Empty for a space and in colour fonts. */
  outline(fontIndex: number, glyphId: number): string;
}
