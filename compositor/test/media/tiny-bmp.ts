/** Contents of a BMP file that a test writes. */
export interface TinyBmp {
  width: number;
  /** Height in pixels; negative for rows stored from top to bottom. */
  height: number;
  bits: 1 | 4 | 8 | 16 | 24 | 32;
  /** Pixel values of `bits` bits each, by row, in the order of the file. */
  rows: readonly (readonly number[])[];
  /** Bit masks of red, green and blue for the compression BITFIELDS, and of alpha in headers of 56 bytes or more. */
  masks?: readonly number[];
  /** Size of the header in bytes. Default: 40. */
  header?: 12 | 40 | 52 | 56 | 108 | 124;
  /** Palette colours as 0xrrggbb. */
  palette?: readonly number[];
  /** Compressed pixel data that replaces `rows`: compression 1 is RLE8, 2 is RLE4. */
  coded?: { compression: 1 | 2; data: Buffer };
}

/** Creates a BMP file. */
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

/** Packs a row of pixel values, padded to a multiple of four bytes. */
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
