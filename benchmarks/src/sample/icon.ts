/** Wraps a PNG of `size` pixels square (up to 255) as the only image of an ICO file. */
export function encodeIcon(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  // Type: icon; one image.
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  // One colour plane, 32 bits a pixel; size and offset of the image.
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
