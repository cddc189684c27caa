import { type ByteReader, byteReader, FontFault, type FontTable, writeSfnt } from './sfnt.ts';
import { type Glyphs, readGlyphs } from './woff2-glyphs.ts';

/** Font table tags that a WOFF2 directory encodes as numbers. A tag's number is its index here. */
const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT ' +
  'VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar ' +
  'fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill';

interface Entry {
  tag: string;
  isTransformed: boolean;
  /** Size of the table in the packed stream, in bytes. */
  length: number;
}

/**
 * Unpacks a WOFF2 file (W3C WOFF 2.0) into TTF or OTF bytes, including the transformed tables "glyf", "loca" and
 * "hmtx". `brotli` decompresses Brotli data to at most the given number of bytes. Throws `FontFault` or an error of
 * `brotli` when the file is damaged or its unpacked size exceeds `maxBytes`.
 */
export function readWoff2(
  data: Uint8Array,
  maxBytes: number,
  brotli: (data: Uint8Array, maxBytes: number) => Uint8Array,
): Uint8Array {
  const reader = byteReader(data);
  reader.bytes(4);
  const flavor = reader.uint32();
  if (flavor === 0x74746366) throw new FontFault('it is a collection of several fonts');
  reader.bytes(4);
  const count = reader.uint16();
  reader.bytes(2 + 4);
  const packedLength = reader.uint32();
  reader.bytes(48 - 24);
  const entries = Array.from({ length: count }, () => readEntry(reader));
  const length = entries.reduce((sum, entry) => sum + entry.length, 0);
  if (length > maxBytes) throw new FontFault(`it unpacks to more than ${maxBytes} bytes`);
  const stream = byteReader(brotli(reader.bytes(packedLength), length));
  const stored = entries.map((entry) => ({ ...entry, data: stream.bytes(entry.length) }));
  const font = writeSfnt(flavor, tablesOf(stored));
  if (font.length > maxBytes) throw new FontFault(`it unpacks to more than ${maxBytes} bytes`);
  return font;
}

function readEntry(reader: ByteReader): Entry {
  const flags = reader.uint8();
  const known = flags & 0x3f;
  const tag = known === 63 ? String.fromCharCode(...reader.bytes(4)) : KNOWN_TAGS.slice(known * 5, known * 5 + 4);
  const isOutline = tag === 'glyf' || tag === 'loca';
  // The untransformed version is 3 for outlines and 0 for all other tables.
  const isTransformed = flags >> 6 !== (isOutline ? 3 : 0);
  const length = base128(reader);
  return { tag, isTransformed, length: isTransformed ? base128(reader) : length };
}

function base128(reader: ByteReader): number {
  let value = 0;
  for (let index = 0; index < 5; index++) {
    const byte = reader.uint8();
    value = value * 128 + (byte & 0x7f);
    if (byte < 128) return value;
  }
  throw new FontFault('a length is encoded in more than 5 bytes');
}

interface StoredTable extends FontTable {
  readonly isTransformed: boolean;
}

function tablesOf(stored: readonly StoredTable[]): FontTable[] {
  const outlines = stored.find(({ tag, isTransformed }) => tag === 'glyf' && isTransformed);
  if (!outlines) return stored.map(({ tag, data }) => ({ tag, data }));
  const glyphs = readGlyphs(outlines.data);
  return stored.map(({ tag, data, isTransformed }) => {
    if (tag === 'glyf') return { tag, data: glyphs.glyf };
    if (tag === 'loca') return { tag, data: glyphs.loca };
    if (tag === 'head') return { tag, data: withLongOffsets(data) };
    if (tag === 'hmtx' && isTransformed) return { tag, data: metrics(data, glyphs, stored) };
    return { tag, data };
  });
}

function withLongOffsets(head: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(head);
  new DataView(copy.buffer).setInt16(50, 1);
  return copy;
}

/**
 * Rebuilds the table "hmtx" (glyph widths). WOFF2 omits left side bearings that equal the left edges of the outlines;
 * this function adds them.
 */
function metrics(data: Uint8Array, { lefts }: Glyphs, stored: readonly StoredTable[]): Uint8Array {
  const header = stored.find(({ tag }) => tag === 'hhea')?.data ?? new Uint8Array();
  const wide = byteReader(header.subarray(34)).uint16();
  if (wide < 1 || wide > lefts.length) throw new FontFault(`it declares ${wide} widths for ${lefts.length} glyphs`);
  const reader = byteReader(data);
  const flags = reader.uint8();
  const widths = Array.from({ length: wide }, () => reader.uint16());
  const bearings = lefts.map((left, glyph) => {
    const isLeftOut = (flags & (glyph < wide ? 1 : 2)) !== 0;
    return isLeftOut ? left : reader.int16();
  });
  const table = new DataView(new ArrayBuffer(wide * 4 + (lefts.length - wide) * 2));
  let at = 0;
  for (const [glyph, bearing] of bearings.entries()) {
    if (glyph < wide) table.setUint16(at, widths[glyph] ?? 0);
    if (glyph < wide) at += 2;
    table.setInt16(at, bearing);
    at += 2;
  }
  return new Uint8Array(table.buffer);
}
