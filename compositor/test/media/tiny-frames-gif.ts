/**
 * Creates a GIF with a large canvas on which each frame draws one pixel. The file is small, but composing a frame takes
 * as long as a full one. `delay` is in hundredths of a second.
 */
export function tinyFramesGif(width: number, height: number, frames: number, delay = 10): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  const frame = Buffer.from([
    ...[0x21, 0xf9, 4, 4, delay & 255, delay >> 8, 0, 0],
    // One pixel at 0,0, then its colour, LZW of two bits.
    ...[0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0],
    ...[2, 2, 0x4c, 1, 0],
  ]);
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
}
