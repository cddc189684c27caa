/** A BMP made by hand. */
export interface TinyBmp {
  width: number;
  /** Below 0: rows from the top. */
  height: number;
  bits: 1 | 4 | 8 | 16 | 24 | 32;
  /** Rows in the file's order, as numbers of `bits`. */
  rows: readonly (readonly number[])[];
  /** BITFIELDS: which bits are red, green, blue and, in headers of 56 bytes and more, alpha. */
  masks?: readonly number[];
  /** Size of the header. Default 40. */
  header?: 12 | 40 | 52 | 56 | 108 | 124;
  /** Colours as 0xrrggbb. */
  palette?: readonly number[];
  /** Bytes in place of rows, compressed: 1 RLE8, 2 RLE4. */
  coded?: { compression: 1 | 2; data: Buffer };
}

/** Writes a BMP. */
export function tinyBmp({ width, height, bits, rows, masks, header = 40, palette = [], coded }: TinyBmp): Buffer {
  const info = Buffer.alloc(header);
  info.writeUInt32LE(header, 0);
  if (header === 12) {
    info.writeUInt16LE(width, 4);
    info.writeUInt16LE(height, 6);
    info.writeUInt16LE(1, 8);
    info.writeUInt16LE(bits, 10);
  } else {
    info.writeInt32LE(width, 4);
    info.writeInt32LE(height, 8);
    info.writeUInt16LE(1, 12);
    info.writeUInt16LE(bits, 14);
    info.writeUInt32LE(coded?.compression ?? (masks ? 3 : 0), 16);
    info.writeUInt32LE(palette.length, 32);
    for (const [k, mask] of (masks ?? []).entries()) if (44 + 4 * k <= header) info.writeUInt32LE(mask, 40 + 4 * k);
    if (header >= 108) info.write('BGRs', 56, 'latin1');
  }
  const loose = masks && header === 40 ? masks : [];
  const fields = Buffer.alloc(4 * loose.length);
  for (const [k, mask] of loose.entries()) fields.writeUInt32LE(mask, 4 * k);
  const colours = Buffer.concat(
    palette.map((rgb) => Buffer.from([rgb & 255, (rgb >> 8) & 255, rgb >> 16, ...(header === 12 ? [] : [0])])),
  );
  const data = coded?.data ?? Buffer.concat(rows.map((row) => packed(row, bits)));
  const start = 14 + info.length + fields.length + colours.length;
  const file = Buffer.alloc(14);
  file.write('BM', 'latin1');
  file.writeUInt32LE(start + data.length, 2);
  file.writeUInt32LE(start, 10);
  return Buffer.concat([file, info, fields, colours, data]);
}

/** A row, filled up to a multiple of four bytes. */
function packed(row: readonly number[], bits: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil((row.length * bits) / 32) * 4);
  for (const [x, value] of row.entries()) {
    if (bits >= 16) bytes.writeUIntLE(value, (x * bits) / 8, bits / 8);
    else {
      const at = (x * bits) >> 3;
      bytes[at] = (bytes[at] ?? 0) | (value << (8 - bits - ((x * bits) & 7)));
    }
  }
  return bytes;
}
