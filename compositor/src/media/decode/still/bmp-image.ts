import { readFileSync, statSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import { AV_CODEC_ID_BMP } from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet } from 'node-av/lib';
import { check, quietCodecLog } from '../../av-error.ts';
import { openFilterChain } from '../../filter-chain.ts';
import { MAX_PIXELS, THIS_FILE } from '../../open-input.ts';

/** Maximum file size: 4 bytes a pixel plus headers and colour table. */
const MAX_BYTES = 4 * MAX_PIXELS + 4096;

/**
 * Decodes a BMP, a format that the image library does not support. Throws FramemillError `invalid_request` for damaged
 * and too large files.
 */
export function readBmp(path: string): BmpImage {
  quietCodecLog();
  const { size } = statSync(path);
  if (size > MAX_BYTES)
    throw new FramemillError(
      'invalid_request',
      `${THIS_FILE} has more than ${MAX_PIXELS / 1e6} megapixels. Scale it down first.`,
    );
  const file = readFileSync(path);
  const fields = readBmpFields(file);
  if (fields) return fields;
  const codec = Codec.findDecoder(AV_CODEC_ID_BMP);
  if (!codec)
    throw new FramemillError('internal_error', 'The codec library has no decoder for BMP. Install a build with one.');
  const decoder = new CodecContext();
  decoder.allocContext3(codec);
  const packet = new Packet();
  packet.alloc();
  const frame = new Frame();
  frame.alloc();
  try {
    decoder.threadCount = 1;
    check(decoder.setOption('max_pixels', `${MAX_PIXELS}`), 'setting up the BMP decoder');
    check(decoder.open2Sync(codec), 'opening the BMP decoder');
    packet.data = file;
    const what = 'decoding this file as a BMP image';
    check(decoder.sendPacketSync(packet), what, 'invalid_request');
    check(decoder.receiveFrameSync(frame), what, 'invalid_request');
    // Only pixels of 16 and 32 bits have alpha.
    return { data: rgbaOf(frame), width: frame.width, height: frame.height, hasAlpha: false };
  } finally {
    frame.free();
    packet.free();
    decoder.freeContext();
  }
}

function rgbaOf(frame: Frame): Uint8Array {
  const { width, height } = frame;
  const chain = openFilterChain([
    ['buffer', `width=${width}:height=${height}:pix_fmt=${frame.format}:time_base=1/1:pixel_aspect=1/1`],
    ['scale', 'flags=accurate_rnd+bitexact'],
    ['format', 'pix_fmts=rgba'],
    ['buffersink', ''],
  ]);
  try {
    chain.push(frame);
    const rgba = chain.pull();
    const rows = rgba?.data?.[0];
    const stride = rgba?.linesize[0] ?? 0;
    if (!rows || stride < width * 4)
      throw new FramemillError(
        'internal_error',
        `A BMP of ${width}x${height} could not be converted: swscale returned no frame. Export it as PNG.`,
      );
    const data = new Uint8Array(width * height * 4);
    for (let y = 0; y < height; y++) data.set(rows.subarray(y * stride, y * stride + width * 4), y * width * 4);
    return data;
  } finally {
    chain.close();
  }
}

/** Pixels of a BMP: rows from the top without gaps, 4 bytes each, straight alpha. */
interface BmpImage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
}

const RGB = 0;
const BIT_FIELDS = 3;
const ALPHA_BIT_FIELDS = 6;

/** Default masks of red, green, blue and alpha by bit depth, for files that contain no masks. */
const defaults: Readonly<Record<number, readonly number[]>> = {
  16: [0x7c00, 0x3e0, 0x1f, 0],
  32: [0xff0000, 0xff00, 0xff, 0],
};

/**
 * Decodes BMPs with pixels of 16 or 32 bits by their colour masks, to the nearest of 256 levels. The codec library is
 * not used, because it supports only some masks, does not scale levels to 255, and reads unused bits as alpha. Returns
 * null for other kinds of BMP. An alpha channel of zeros is ignored. Throws `invalid_request` for a truncated file.
 */
function readBmpFields(file: Buffer): BmpImage | null {
  if (file.length < 54) return null;
  const header = file.readUInt32LE(14);
  const bits = file.readUInt16LE(28);
  const compression = file.readUInt32LE(30);
  const hasFields = compression === BIT_FIELDS || compression === ALPHA_BIT_FIELDS;
  if (header < 40 || (bits !== 16 && bits !== 32) || (compression !== RGB && !hasFields)) return null;
  const [width, signedHeight] = [file.readInt32LE(18), file.readInt32LE(22)];
  const height = Math.abs(signedHeight);
  const stride = Math.ceil((width * bits) / 32) * 4;
  const start = file.readUInt32LE(10);
  if (width <= 0 || height === 0 || width * height > MAX_PIXELS) return null;
  if (start + stride * height > file.length || (hasFields && file.length < 70)) {
    const message = `${THIS_FILE} cannot be decoded as an image: it is cut off. Export or upload it again.`;
    throw new FramemillError('invalid_request', message);
  }
  const hasAlphaMask = header >= 56 || compression === ALPHA_BIT_FIELDS;
  const masks = hasFields
    ? [54, 58, 62, ...(hasAlphaMask ? [66] : [])].map((at) => file.readUInt32LE(at))
    : (defaults[bits] ?? []);
  const [red, green, blue, alpha] = [0, 1, 2, 3].map((k) => fieldOf(masks[k] ?? 0));
  const data = new Uint8Array(width * height * 4);
  let opaque = 0;
  for (let y = 0; y < height; y++) {
    const row = start + stride * (signedHeight > 0 ? height - 1 - y : y);
    for (let x = 0; x < width; x++) {
      const pixel = bits === 16 ? file.readUInt16LE(row + 2 * x) : file.readUInt32LE(row + 4 * x);
      const at = (y * width + x) * 4;
      data[at] = red?.(pixel) ?? 0;
      data[at + 1] = green?.(pixel) ?? 0;
      data[at + 2] = blue?.(pixel) ?? 0;
      data[at + 3] = alpha?.(pixel) ?? 0;
      opaque |= data[at + 3] ?? 0;
    }
  }
  if (opaque === 0) for (let at = 3; at < data.length; at += 4) data[at] = 255;
  return { data, width, height, hasAlpha: opaque !== 0 };
}

/** Creates a function that reads the bits of a mask as a level of 0-255. The level is 0 for an empty mask. */
function fieldOf(mask: number): (pixel: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (pixel) => Math.round((((pixel & mask) >>> shift) * 255) / most);
}
