import { basename } from 'node:path';
import {
  AV_CODEC_FLAG_BITEXACT,
  AV_PIX_FMT_BGRA,
  AVFMT_FLAG_BITEXACT,
  FF_ENCODER_LIBWEBP_ANIM,
} from 'node-av/constants';
import { CodecContext, Dictionary, FormatContext, Packet, Rational } from 'node-av/lib';
import type { Quality } from '../../formats/output-formats.ts';
import type { OutputProfile } from '../../plan/profile.ts';
import { check } from '../av-error.ts';
import { convertingByFilters } from '../decode/colour/filter-converter.ts';
import { findEncoder } from '../encode/find-encoder.ts';
import type { StitchInput } from '../stitch-input.ts';
import { eachFrame, rgbSteps } from './read-frames.ts';

/** Quality setting of the WebP encoder, 0-100. */
const imageQuality: Record<Quality, string> = { draft: '50', standard: '75', high: '90' };

/**
 * Encodes all segments into one animated WebP that loops forever. All encoded frames stay in memory until the end. See
 * `stitch`.
 */
export async function makeWebp({ segments, segmentFrames, profile, outPath, onProgress }: StitchInput): Promise<void> {
  const name = basename(outPath);
  const context = openEncoder(profile);
  // Every WebP is BT.601, which its encoder makes from RGB. Passing BT.709 frames directly would change the colours.
  const rgb = convertingByFilters(rgbSteps(profile, 'bgra'));
  const muxer = new FormatContext();
  check(muxer.allocOutputContext2(null, 'webp', outPath), `creating ${name}`);
  muxer.setFlags(AVFMT_FLAG_BITEXACT);
  const stream = muxer.newStream(null);
  const packet = new Packet();
  packet.alloc();
  const drain = () => {
    while (context.receivePacketSync(packet) >= 0) {
      packet.streamIndex = 0;
      packet.rescaleTs(context.timeBase, stream.timeBase);
      check(muxer.interleavedWriteFrameSync(packet), `writing ${name}`);
      packet.unref();
    }
  };
  try {
    check(stream.codecpar.fromContext(context), `creating ${name}`);
    stream.timeBase = context.timeBase;
    check(muxer.openOutputSync(), `creating ${name}`);
    check(muxer.writeHeaderSync(Dictionary.fromObject({ loop: '0' })), `creating ${name}`);
    await eachFrame({ segments, segmentFrames }, (frame, number) => {
      check(context.sendFrameSync(rgb.convert(frame)), `encoding ${name}`);
      drain();
      onProgress?.(number + 1);
    });
    check(context.sendFrameSync(null), `encoding ${name}`);
    drain();
    check(muxer.writeTrailerSync(), `finishing ${name}`);
  } finally {
    rgb.close();
    packet.free();
    context.freeContext();
    muxer.closeOutputSync();
    muxer.freeContext();
  }
}

function openEncoder({ width, height, rate, quality }: OutputProfile): CodecContext {
  const encoder = findEncoder(FF_ENCODER_LIBWEBP_ANIM, 'webp');
  const context = new CodecContext();
  context.allocContext3(encoder);
  context.width = width;
  context.height = height;
  context.pixelFormat = AV_PIX_FMT_BGRA;
  context.timeBase = new Rational(rate.den, rate.num);
  context.framerate = new Rational(rate.num, rate.den);
  context.threadCount = 1;
  context.setFlags(AV_CODEC_FLAG_BITEXACT);
  for (const [option, value] of Object.entries({ quality: imageQuality[quality], compression_level: '4' })) {
    check(context.setOption(option, value), `setting ${option}=${value} of the WebP encoder`);
  }
  check(context.open2Sync(encoder), 'opening the WebP encoder');
  return context;
}
