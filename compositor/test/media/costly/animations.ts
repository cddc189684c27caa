import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

/**
 * Animation on a large canvas in which each frame draws a single pixel. A frame takes few bytes in the file, but the
 * decoder must compose the whole canvas.
 */
export interface Animation {
  side: number;
  frames: number;
  frameMs: number;
}

/** Creates a GIF with 23 bytes a frame. `frameMs` must be a multiple of 10. */
export function makeGif({ side, frames, frameMs }: Animation): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  const colours = [0, 0, 0, 255, 255, 255];
  const head = Buffer.concat([Buffer.from('GIF89a'), size, Buffer.from([0x80, 0, 0, ...colours])]);
  const image = (index: number) => {
    const place = Buffer.alloc(8);
    place.writeUInt16LE(index % side, 0);
    place.writeUInt16LE(1, 4);
    place.writeUInt16LE(1, 6);
    const codes = 4 | ((index % 2) << 3) | (5 << 6);
    const control = [0x21, 0xf9, 4, 4, (frameMs / 10) & 0xff, (frameMs / 10) >> 8, 0, 0];
    return Buffer.concat([Buffer.from([...control, 0x2c]), place, Buffer.from([0, 2, 2, codes & 0xff, codes >> 8, 0])]);
  };
  return Buffer.concat([head, ...Array.from({ length: frames }, (_, index) => image(index)), Buffer.from(';')]);
}

/** Creates a grey APNG of 8 bits. Its first frame covers the whole canvas, as the format requires. */
export function makeApng({ side, frames, frameMs }: Animation): Buffer {
  let sequence = 0;
  const number = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  const control = (size: number, at: number) => {
    const delay = Buffer.from([frameMs >> 8, frameMs & 0xff, 1000 >> 8, 1000 & 0xff, 0, 0]);
    return chunk('fcTL', Buffer.concat([number(sequence++), number(size), number(size), number(at), number(0), delay]));
  };
  const first = deflateSync(Buffer.alloc((side + 1) * side), { level: 1 });
  const pixel = deflateSync(Buffer.from([0, 200]));
  const later = Array.from({ length: frames - 1 }, () => null);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.concat([number(side), number(side), Buffer.from([8, 0, 0, 0, 0])])),
    chunk('acTL', Buffer.concat([number(frames), number(0)])),
    control(side, 0),
    chunk('IDAT', first),
    ...later.flatMap((_, index) => [
      control(1, (index + 1) % side),
      chunk('fdAT', Buffer.concat([number(sequence++), pixel])),
    ]),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Creates a lossless WebP animation whose frames have no alpha. */
export async function makeWebp({ side, frames, frameMs }: Animation): Promise<Buffer> {
  const still = await sharp(Buffer.from([200, 0, 0]), { raw: { width: 1, height: 1, channels: 3 } })
    .webp({ lossless: true })
    .toBuffer();
  const pixel = still.subarray(12);
  const three = (value: number) => [value & 0xff, (value >> 8) & 0xff, value >> 16];
  const head = riff('VP8X', Buffer.from([0x02, 0, 0, 0, ...three(side - 1), ...three(side - 1)]));
  const loop = riff('ANIM', Buffer.from([0, 0, 0, 0, 0, 0]));
  const images = Array.from({ length: frames }, (_, index) => {
    const place = [...three(index % (side / 2)), 0, 0, 0];
    return riff('ANMF', Buffer.concat([Buffer.from([...place, 0, 0, 0, 0, 0, 0, ...three(frameMs), 0]), pixel]));
  });
  const body = Buffer.concat([Buffer.from('WEBP'), head, loop, ...images]);
  return riff('RIFF', body);
}

/** Header of an MNG file, the earlier animation format of PNG. */
export const mngHead = Buffer.from([0x8a, 0x4d, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 28]);

function riff(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
