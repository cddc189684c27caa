import { byteReader, type FontTable, writeSfnt } from './sfnt.ts';

/** First character of the private-use plane that is used for glyph numbers (U+F0000 to U+FFFFD). */
const FIRST_CHARACTER = 0xf0000;
const MOST_GLYPHS = 0xfffe;

// `cmap` is rewritten; without the tables of features no glyph is substituted; images come from COLR, which SVG repeats
// in 20 MB.
const leftOut: ReadonlySet<string> = new Set(['cmap', 'GSUB', 'GPOS', 'GDEF', 'SVG ', 'vhea', 'vmtx']);

/**
 * Copies a font and replaces its character table: `glyphCharacter(n)` is drawn as glyph n, and no font feature changes
 * that. A library that shapes text by its own rules then draws exactly the requested glyphs. `font` is TTF or OTF.
 * Throws `FontFault` when it is truncated.
 */
export function numberedGlyphs(font: Uint8Array): Uint8Array {
  const header = byteReader(font);
  const flavor = header.uint32();
  const count = header.uint16();
  header.bytes(6);
  const tables: FontTable[] = [];
  for (let entry = 0; entry < count; entry++) {
    const tag = String.fromCharCode(...header.bytes(4));
    header.uint32();
    const [offset, length] = [header.uint32(), header.uint32()];
    if (leftOut.has(tag)) continue;
    const from = byteReader(font);
    from.bytes(offset);
    tables.push({ tag, data: from.bytes(length) });
  }
  const maxp = tables.find(({ tag }) => tag === 'maxp');
  const glyphs = maxp ? new DataView(maxp.data.buffer, maxp.data.byteOffset).getUint16(4) : 0;
  return writeSfnt(flavor, [...tables, { tag: 'cmap', data: characterMap(Math.min(glyphs, MOST_GLYPHS)) }]);
}

/** Returns the character of glyph `glyphId` in a font from `numberedGlyphs`. */
export function glyphCharacter(glyphId: number): string {
  return String.fromCodePoint(FIRST_CHARACTER + glyphId);
}

/**
 * Creates a character table (`cmap`) with one group of format 12, which maps consecutive characters to consecutive
 * glyphs.
 */
function characterMap(glyphs: number): Uint8Array {
  const data = new DataView(new ArrayBuffer(40));
  data.setUint16(2, 1);
  // Platform Windows with full Unicode, then the offset of its table.
  data.setUint16(4, 3);
  data.setUint16(6, 10);
  data.setUint32(8, 12);
  data.setUint16(12, 12);
  data.setUint32(16, 28);
  data.setUint32(24, 1);
  data.setUint32(28, FIRST_CHARACTER);
  data.setUint32(32, FIRST_CHARACTER + glyphs - 1);
  return new Uint8Array(data.buffer);
}
