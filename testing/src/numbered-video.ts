import { ffmpeg } from './ffmpeg.ts';

// Frame numbers as black and white blocks, most significant bit first: they survive any codec, scaling and colour
// conversion.
const BITS = 8;
const BLOCK = 16;
const WIDTH = BITS * BLOCK;
const HEIGHT = 64;

/** Video of numbered frames that `makeNumberedVideo` writes. */
export interface NumberedVideo {
  frames: number;
  /** Frame rate of the uncompressed frames, "30" or "30000/1001". */
  rate: string;
  /** Output options of ffmpeg: codec, filters and container. */
  args: readonly string[];
  width?: number;
  height?: number;
}

/** Writes a video in which frame k shows the number k modulo 256. */
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

/** Decoded frame. Only its first plane is read. */
interface Frame {
  readonly data: readonly Uint8Array[] | null;
  readonly linesize: readonly number[];
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the number that a frame shows. With `transposed`, reads along the frame's height, for frames rotated by 90
 * degrees. `bytes` is the number of bytes for each sample of the first plane.
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

/**
 * Returns the numbers shown by frames of a numbered video. `lines` contains 8 bytes of luma for each frame, which was
 * scaled to 8 x 1 pixels.
 */
export function numbersOn(lines: Uint8Array): number[] {
  return Array.from({ length: lines.length / BITS }, (_, k) =>
    lines.subarray(k * BITS, (k + 1) * BITS).reduce((number, luma) => number * 2 + (luma > 125 ? 1 : 0), 0),
  );
}
