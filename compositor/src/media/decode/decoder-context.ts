import { FramemillError } from '@framemill/timeline/rendering';
import { AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, FF_DECODER_LIBVPX_VP8, FF_DECODER_LIBVPX_VP9 } from 'node-av/constants';
import { Codec, CodecContext, type Stream } from 'node-av/lib';
import { check } from '../av-error.ts';
import { findDecoder, undecodable } from '../decoders.ts';
import { MAX_PIXELS } from '../open-input.ts';
import { hasAlpha } from '../pixel-format.ts';

/**
 * Required exactness of decoded frames. `shrunk` is for frames shown at half their size or less: B-frames are not
 * deblocked. This saves 11 % of the time to decode H.264, at a PSNR of 55 dB or more at half size. Errors do not
 * accumulate, because no frames other than nearby B-frames refer to B-frames.
 */
export type Detail = 'full' | 'shrunk';

const MAX_CODED_PIXELS = Math.round(1.1 * MAX_PIXELS);

/** Whether a video stream has transparency, by the container's tag or the pixel format. */
export function streamHasAlpha(stream: Stream): boolean {
  return stream.metadata?.get('alpha_mode') === '1' || hasAlpha(stream.codecpar.format);
}

/**
 * Opens the decoder of a video stream with one thread. `name` is the file's name in error messages. Throws
 * `invalid_request` when the frames are too large or the codec cannot be decoded.
 */
export function openContext(stream: Stream, name: string, detail: Detail, alpha: boolean): CodecContext {
  const { width, height } = stream.codecpar;
  if (width * height > MAX_PIXELS) {
    throw new FramemillError(
      'invalid_request',
      `${name} is ${width}x${height}, but frames may have at most ${MAX_PIXELS} pixels. Scale it down first.`,
    );
  }
  const codec = decoderOf(stream, alpha);
  if (!codec) throw undecodable(name, stream);
  const context = new CodecContext();
  context.allocContext3(codec);
  check(context.parametersToContext(stream.codecpar), `${name}: opening its decoder`, 'invalid_request');
  context.pktTimebase = stream.timeBase;
  context.threadCount = 1;
  // The size may change from frame to frame, and decoders round it up to whole blocks.
  check(context.setOption('max_pixels', `${MAX_CODED_PIXELS}`), `${name}: setting up its decoder`);
  if (detail === 'shrunk') check(context.setOption('skip_loop_filter', 'bidir'), `${name}: setting up its decoder`);
  check(context.open2Sync(codec), `${name}: opening its decoder`, 'invalid_request');
  return context;
}

// The codec library's own decoders of VP8 and VP9 ignore the second stream, which holds the alpha.
function decoderOf(stream: Stream, alpha: boolean): Codec | null {
  const { codecId } = stream.codecpar;
  if (alpha && codecId === AV_CODEC_ID_VP8) return Codec.findDecoderByName(FF_DECODER_LIBVPX_VP8);
  if (alpha && codecId === AV_CODEC_ID_VP9) return Codec.findDecoderByName(FF_DECODER_LIBVPX_VP9);
  return findDecoder(stream);
}
