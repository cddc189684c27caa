import type { TextStyle } from '../document/text-style.ts';

/** A font file that text may use. `data` is a TTF or OTF file; it is copied. */
export interface FontFile {
  family: string;
  /** 100-900. */
  weight: number;
  italic: boolean;
  data: Uint8Array;
}

/** A glyph on its line. `x` counts from the line's `x`, `y` from its baseline, both in pixels; `y` grows downwards. */
export interface TextGlyph {
  /** Index into the fonts that the engine was made with. */
  fontIndex: number;
  glyphId: number;
  x: number;
  y: number;
  advance: number;
  /** First UTF-16 unit of the line's `text` that the glyph stands for. */
  cluster: number;
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
  /** Font units an em, by font index. */
  unitsPerEm: number[];
}

/** Lays text out with the fonts that it was given. Holds WebAssembly memory; one a process is enough. */
export interface TextEngine {
  layout(style: TextStyle): TextLayout;
  /** SVG path data of a glyph in font units, y upwards. Empty for a space. */
  outline(fontIndex: number, glyphId: number): string;
}
