/** Table of a font: its four-letter tag and its bytes. */
export interface FontTable {
  readonly tag: string;
  readonly data: Uint8Array;
}

const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;

/**
 * Writes a font file (TTF or OTF) of tables, sorted by tag, each at a multiple of 4 bytes. Checksums stay 0, because
 * text shaping ignores them. `flavor`: the first four bytes, which give the format of the outlines.
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
