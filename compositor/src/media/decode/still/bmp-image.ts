import { readFileSync, statSync } from 'node:fs';
import { FramemillError } from '@framemill/timeline/rendering';
import { AV_CODEC_ID_BMP } from 'node-av/constants';
import { Codec, CodecContext, Frame, Packet } from 'node-av/lib';
import { check } from '../../av-error.ts';
import { quietCodecLog } from '../../av-log.ts';
import { openFilterChain } from '../../filter-chain.ts';
import { MAX_PIXELS, THIS_FILE } from '../../open-input.ts';
import { type BmpImage, readBmpFields } from './bmp-fields.ts';

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
  if (!codec) throw new FramemillError('internal_error', 'The codec library has no decoder for BMP.');
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
        `BMP conversion failed: swscale returned no frame (${width}x${height}).`,
      );
    const data = new Uint8Array(width * height * 4);
    for (let y = 0; y < height; y++) data.set(rows.subarray(y * stride, y * stride + width * 4), y * width * 4);
    return data;
  } finally {
    chain.close();
  }
}
