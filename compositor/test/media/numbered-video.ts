import type { Frame } from 'node-av/lib';
import { ffmpeg } from './ffmpeg.ts';

// Frame numbers as black and white blocks, most significant bit first: they survive any codec, scaling and colour conversion.
const BITS = 8;
const BLOCK = 16;
const WIDTH = BITS * BLOCK;
const HEIGHT = 64;

export interface NumberedVideo {
  frames: number;
  /** Frames a second of the raw pictures, "30" or "30000/1001". */
  rate: string;
  /** Output options of ffmpeg: codec, filters, container. */
  args: readonly string[];
  width?: number;
  height?: number;
}

/** Makes a video whose k-th picture shows the number k (0-255, and again from 0 on). */
export function makeNumberedVideo(
  path: string,
  { frames, rate, args, width = WIDTH, height = HEIGHT }: NumberedVideo,
): void {
  const size = width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2);
  const raw = Buffer.alloc(size * frames, 128);
  for (let k = 0; k < frames; k++) drawNumber(raw.subarray(k * size, k * size + width * height), width, height, k);
  ffmpeg(
    ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', rate, '-i', 'pipe:0', ...args, path],
    raw,
  );
}

function drawNumber(luma: Buffer, width: number, height: number, number: number): void {
  for (let x = 0; x < width; x++) {
    const bit = BITS - 1 - Math.floor((x * BITS) / width);
    luma[x] = (number >> bit) & 1 ? 220 : 30;
  }
  for (let y = 1; y < height; y++) luma.copyWithin(y * width, 0, width);
}

/**
 * Reads the number that a picture shows; `transposed` reads along its height (for pictures turned by a quarter). `bytes` is how many a pixel of the first
 * plane has.
 */
export function readNumber(
  frame: Frame,
  options: { transposed?: boolean; flipped?: boolean; bytes?: number } = {},
): number {
  const luma = frame.data?.[0];
  const stride = frame.linesize[0] ?? 0;
  if (!luma) throw new Error('The frame has no data.');
  let number = 0;
  for (let bit = 0; bit < BITS; bit++) {
    const along = options.flipped ? BITS - 1 - bit : bit;
    const place = (length: number) => Math.floor(((along + 0.5) * length) / BITS);
    const x = options.transposed ? frame.width >> 1 : place(frame.width);
    const y = options.transposed ? place(frame.height) : frame.height >> 1;
    number = number * 2 + ((luma[y * stride + x * (options.bytes ?? 1)] ?? 0) > 125 ? 1 : 0);
  }
  return number;
}

/** The numbers on pictures of which each was scaled to one line of 8 bytes of luma. */
export function numbersOn(lines: Uint8Array): number[] {
  return Array.from({ length: lines.length / BITS }, (_, k) =>
    lines.subarray(k * BITS, (k + 1) * BITS).reduce((number, luma) => number * 2 + (luma > 125 ? 1 : 0), 0),
  );
}
