import { byteReader } from './byte-reader.ts';
import { type FontTable, writeSfnt } from './sfnt.ts';

/** The first character of a private plane (U+F0000 to U+FFFFD). */
const FIRST_CHARACTER = 0xf0000;
const MOST_GLYPHS = 0xfffe;

// `cmap` is written anew; without the tables of features nothing is replaced; pictures come from COLR, and SVG holds them once more in 20 MB.
const leftOut: ReadonlySet<string> = new Set(['cmap', 'GSUB', 'GPOS', 'GDEF', 'SVG ', 'vhea', 'vmtx']);

/**
 * A copy of a font whose characters are the numbers of its glyphs: `glyphCharacter(n)` is glyph n, and no features change it. A library that draws text
 * and shapes it by rules of its own draws exactly the glyphs that it is given then. `font`: TTF or OTF. Throws RangeError when it is cut off.
 */
export function numberedGlyphs(font: Uint8Array): Uint8Array {
  const header = byteReader(font);
  const flavor = header.uint32();
  const count = header.uint16();
  header.bytes(6);
  const tables: FontTable[] = [];
  for (let entry = 0; entry < count; entry++) {
    const tag = Buffer.from(header.bytes(4)).toString('latin1');
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

/** The character that is glyph `glyphId` in such a copy. */
export function glyphCharacter(glyphId: number): string {
  return String.fromCodePoint(FIRST_CHARACTER + glyphId);
}

/** One group of format 12: characters one after the other for glyphs one after the other. */
function characterMap(glyphs: number): Uint8Array {
  const data = new DataView(new ArrayBuffer(40));
  data.setUint16(2, 1);
  // Windows, all of Unicode; where its table is.
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
