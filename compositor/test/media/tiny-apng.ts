import { crc32, deflateSync } from 'node:zlib';

/**
 * Frame of an APNG: its position, its pixels by rows, the disposal method after it, and how it is blended with the
 * canvas.
 */
export interface ApngFrame {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Returns the RGBA colour of a pixel, not premultiplied. */
  pixel: (x: number, y: number) => readonly [number, number, number, number];
  dispose: 'none' | 'background' | 'previous';
  blend: 'source' | 'over';
}

/**
 * Creates an APNG of RGBA frames that last a tenth of a second each. The first frame is also the default image. PNG,
 * third edition, 11.3.6.
 */
export function tinyApng(width: number, height: number, frames: readonly ApngFrame[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  let sequence = 0;
  const numbered = (...parts: readonly Uint8Array[]) => Buffer.concat([words(sequence++), ...parts]);
  const chunks = frames.flatMap((frame, k) => {
    const ops = [['none', 'background', 'previous'].indexOf(frame.dispose), frame.blend === 'over' ? 1 : 0];
    const place = words(frame.width, frame.height, frame.x, frame.y);
    const control = chunk('fcTL', numbered(place, Buffer.from([0, 1, 0, 10, ...ops])));
    const data = deflateSync(rowsOf(frame));
    return [control, k === 0 ? chunk('IDAT', data) : chunk('fdAT', numbered(data))];
  });
  const animation = chunk('acTL', words(frames.length, 0));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), animation, ...chunks, chunk('IEND', Buffer.alloc(0))]);
}

function rowsOf({ width, height, pixel }: ApngFrame): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_unused, x) => pixel(x, y)).flat()]),
  );
  return Buffer.concat(rows);
}

/** Encodes a PNG chunk with its length and checksum. */
export function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([words(data.length), body, words(crc32(body))]);
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [k, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * k);
  return bytes;
}
