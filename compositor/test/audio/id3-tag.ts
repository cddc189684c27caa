/** Creates an ID3v2.3 tag with a cover image of `pictureBytes` bytes, all zero. */
export function id3(pictureBytes: number): Buffer {
  const body = Buffer.concat([Buffer.from('\0image/png\0\x03\0', 'latin1'), Buffer.alloc(pictureBytes)]);
  const frame = Buffer.from('APIC\0\0\0\0\0\0', 'latin1');
  frame.writeUInt32BE(body.length, 4);
  const size = frame.length + body.length;
  const coded = [size >> 21, (size >> 14) & 127, (size >> 7) & 127, size & 127];
  return Buffer.concat([Buffer.from('ID3\x03\0\0', 'latin1'), Buffer.from(coded), frame, body]);
}
