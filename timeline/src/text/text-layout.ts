import type { TextStyle } from '../document/text-style.ts';
import type { SpanStyle } from './span-style.ts';

/** A font file that text may use. */
export interface FontFile {
  family: string;
  /** 100-900. */
  weight: number;
  italic: boolean;
  /** A TTF or OTF file, or what reads one when it is first needed; it is copied. */
  data: Uint8Array | (() => Uint8Array);
  /** For a fallback font: a character that it does not match is not looked for in the file. */
  covers?: RegExp;
  /** Languages (BCP 47, lower case) for which the font comes before other fallback fonts. */
  langs?: readonly string[];
  /** Its glyphs are pictures: they have no outline, and the text that they stand for is drawn instead. */
  isColor?: boolean;
}

/** A glyph on its line. `x` counts from the line's `x`, `y` from its baseline, both in pixels; `y` grows downwards. */
export interface TextGlyph {
  /** Index into the fonts that the engine was made with, then those it was given. */
  fontIndex: number;
  glyphId: number;
  x: number;
  y: number;
  advance: number;
  /** Of its look. Pixels. */
  fontSize: number;
  /** Pixels that a unit of its font is long. */
  scale: number;
  /** First UTF-16 unit of the line's `text` that the glyph stands for. */
  cluster: number;
  /** The UTF-16 unit of the style's content that this comes from; its length for an ellipsis. */
  source: number;
  /** Index into the layout's `looks`. */
  look: number;
  rightToLeft: boolean;
  /** Its look is italic and its font is not: it is to be drawn slanted. */
  isSlanted: boolean;
  /** Its font's glyphs are pictures. */
  isColor: boolean;
}

/** One line. `x` and `baseline` count from the top left corner of the block. Pixels. */
export interface TextLine {
  text: string;
  x: number;
  baseline: number;
  width: number;
  /** Above and below the baseline; half the leading is not in them. */
  ascent: number;
  descent: number;
  glyphs: TextGlyph[];
}

/** Where every glyph of a text goes. The box is that of the block, without padding, stroke or shadow. Pixels. */
export interface TextLayout {
  width: number;
  height: number;
  /** After shrinking. */
  fontSize: number;
  lines: TextLine[];
  /** The style's own look, then those of its spans. */
  looks: SpanStyle[];
  /** Characters that no font has, each once, in reading order: an empty box is drawn for each. */
  missing: string[];
}

/** What lint needs of a layout. Pixels. */
export type TextSize = Pick<TextLayout, 'width' | 'height' | 'missing'>;

/** Lays text out with the fonts that it was given. Holds WebAssembly memory; one a process is enough. */
export interface TextEngine {
  /**
   * An engine that also knows `fonts`, by the fontFamily that names each; only what names one is set in it, and the bundled
   * fonts serve where it lacks a character. Their indices follow those of the engine's own, in the order of the map. A file
   * that comes again, the same object, is not read again.
   */
  withFonts(fonts: ReadonlyMap<string, FontFile>): TextEngine;
  layout(style: TextStyle): TextLayout;
  /** SVG path data of a glyph in font units, y upwards. Empty for a space and in fonts of pictures. */
  outline(fontIndex: number, glyphId: number): string;
}
