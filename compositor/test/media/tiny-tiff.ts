/**
 * Contents of a TIFF that a test writes: integer samples of `bits` bits, in the order of pixels, and of components
 * within a pixel.
 */
export interface TinyTiff {
  width: number;
  height: number;
  bits: number;
  samples: readonly (readonly number[])[];
  /** Tag PhotometricInterpretation: 1 grey, 2 RGB, 8 CIELab, 9 ICCLab. */
  photometric: number;
  /** Whether the components are stored in separate planes. */
  planar?: boolean;
  /** Side of square tiles in pixels, a multiple of 16. Absent: the image is one strip. */
  tile?: number;
  /** Meaning of the fourth component: 1 is premultiplied alpha, 2 is alpha without premultiplication. */
  extra?: number;
}

/** Creates a little-endian TIFF without compression. TIFF 6.0. */
export function tinyTiff(image: TinyTiff): Buffer {
  const { width, height, bits, samples, photometric, planar = false, tile, extra } = image;
  const components = samples[0]?.length ?? 1;
  const planes = planar ? Array.from({ length: components }, (_, k) => [k]) : [[...Array(components).keys()]];
  const [cellWidth, cellHeight] = tile ? [tile, tile] : [width, height];
  const cells: Buffer[] = [];
  for (const plane of planes) {
    for (let top = 0; top < height; top += cellHeight) {
      for (let left = 0; left < width; left += cellWidth) {
        const rows = Array.from({ length: cellHeight }, (_, y) =>
          packed(
            Array.from({ length: cellWidth }, (_, x) => {
              const inside = left + x < width && top + y < height;
              const pixel = inside ? samples[(top + y) * width + left + x] : undefined;
              return plane.map((k) => pixel?.[k] ?? 0);
            }).flat(),
            bits,
          ),
        );
        cells.push(Buffer.concat(rows));
      }
    }
  }
  const data = Buffer.concat(cells);
  const offsets = cells.map((_, k) => 8 + cells.slice(0, k).reduce((sum, cell) => sum + cell.length, 0));
  const sizes = cells.map((cell) => cell.length);
  const places: Tag[] = tile
    ? [tag(322, 3, tile), tag(323, 3, tile), tag(324, 4, ...offsets), tag(325, 4, ...sizes)]
    : [tag(273, 4, ...offsets), tag(278, 3, height), tag(279, 4, ...sizes)];
  const tags = [
    ...[tag(256, 3, width), tag(257, 3, height), tag(258, 3, ...Array(components).fill(bits)), tag(259, 3, 1)],
    ...[tag(262, 3, photometric), tag(277, 3, components), tag(284, 3, planar ? 2 : 1), ...places],
    ...(extra === undefined ? [] : [tag(338, 3, extra)]),
  ].sort((a, b) => a.id - b.id);
  return Buffer.concat([
    Buffer.from('II*\0', 'latin1'),
    words(8 + data.length),
    data,
    directory(tags, 8 + data.length),
  ]);
}

interface Tag {
  id: number;
  /** Type of the tag's values: 3 for 16 bits, 4 for 32 bits. */
  type: 3 | 4;
  values: number[];
}

function tag(id: number, type: 3 | 4, ...values: number[]): Tag {
  return { id, type, values };
}

function directory(tags: readonly Tag[], at: number): Buffer {
  const head = Buffer.alloc(2 + 12 * tags.length + 4);
  head.writeUInt16LE(tags.length, 0);
  const more: Buffer[] = [];
  let behind = at + head.length;
  for (const [k, { id, type, values }] of tags.entries()) {
    const size = type === 3 ? 2 : 4;
    const bytes = Buffer.alloc(Math.max(4, size * values.length));
    for (const [n, value] of values.entries()) bytes.writeUIntLE(value, size * n, size);
    const entry = 2 + 12 * k;
    head.writeUInt16LE(id, entry);
    head.writeUInt16LE(type, entry + 2);
    head.writeUInt32LE(values.length, entry + 4);
    if (bytes.length === 4) bytes.copy(head, entry + 8);
    else {
      head.writeUInt32LE(behind, entry + 8);
      more.push(bytes);
      behind += bytes.length;
    }
  }
  return Buffer.concat([head, ...more]);
}

/**
 * Packs a row of values, high bits first, padded to a whole byte. Values of 16 bits or more have the byte order of the
 * file.
 */
function packed(values: readonly number[], bits: number): Buffer {
  if (bits >= 16) {
    const bytes = Buffer.alloc((values.length * bits) / 8);
    for (const [k, value] of values.entries()) bytes.writeUIntLE(value, (k * bits) / 8, bits / 8);
    return bytes;
  }
  const row = values.map((value) => value.toString(2).padStart(bits, '0')).join('');
  return Buffer.from((row.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [k, value] of values.entries()) bytes.writeUInt32LE(value, 4 * k);
  return bytes;
}
