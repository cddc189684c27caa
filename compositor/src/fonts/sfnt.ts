/** Error in a packed font. Its message is the middle part of a sentence for the user who uploaded the font. */
export class FontFault extends Error {
  override readonly name = 'FontFault';
}

/** Sequential reader of big-endian numbers. Reading beyond the end throws `FontFault`. */
export interface ByteReader {
  uint8(): number;
  uint16(): number;
  int16(): number;
  uint32(): number;
  /** Returns the next `length` bytes without copying. */
  bytes(length: number): Uint8Array;
  /** Returns a new reader of the next `length` bytes, and moves this reader beyond them. */
  part(length: number): ByteReader;
  /** Returns the number of bytes read so far. */
  position(): number;
}

/** Creates a reader at the first byte. */
export function byteReader(data: Uint8Array): ByteReader {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = 0;
  const passed = (length: number) => {
    const start = at;
    if (length > data.length - start)
      throw new FontFault(`${length} bytes at offset ${start} exceed the available ${data.length} bytes`);
    at += length;
    return start;
  };
  const bytes = (length: number) => {
    const start = passed(length);
    return data.subarray(start, start + length);
  };
  return {
    uint8: () => view.getUint8(passed(1)),
    uint16: () => view.getUint16(passed(2)),
    int16: () => view.getInt16(passed(2)),
    uint32: () => view.getUint32(passed(4)),
    bytes,
    part: (length) => byteReader(bytes(length)),
    position: () => at,
  };
}

/** Table of a font: its four-letter tag and its bytes. */
export interface FontTable {
  readonly tag: string;
  readonly data: Uint8Array;
}

const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;

/**
 * Returns a font file (TTF or OTF) with the given tables, sorted by tag, each at a multiple of 4 bytes. Checksums are
 * 0, because text shaping ignores them. `flavor` is the first four bytes, which determine the format of the outlines.
 */
export function writeSfnt(flavor: number, tables: readonly FontTable[]): Uint8Array {
  const sorted = tables.toSorted((a, b) => (a.tag < b.tag ? -1 : 1));
  const sizes = sorted.map(({ data }) => Math.ceil(data.length / 4) * 4);
  let offset = HEADER_BYTES + ENTRY_BYTES * sorted.length;
  const font = new Uint8Array(sizes.reduce((sum, size) => sum + size, offset));
  const view = new DataView(font.buffer);
  view.setUint32(0, flavor);
  view.setUint16(4, sorted.length);
  for (const [index, { tag, data }] of sorted.entries()) {
    const entry = HEADER_BYTES + ENTRY_BYTES * index;
    for (let letter = 0; letter < 4; letter++) font[entry + letter] = tag.charCodeAt(letter);
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, data.length);
    font.set(data, offset);
    offset += sizes[index] ?? 0;
  }
  return font;
}
