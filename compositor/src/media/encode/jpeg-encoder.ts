import { FramemillError } from '@framemill/timeline/rendering';
import {
  AV_CODEC_FLAG_BITEXACT,
  AV_CODEC_FLAG_QSCALE,
  AV_PIX_FMT_YUV420P,
  AVCOL_RANGE_JPEG,
  AVCOL_SPC_SMPTE170M,
  FF_ENCODER_MJPEG,
} from 'node-av/constants';
import { CodecContext, type Frame, Packet, Rational } from 'node-av/lib';
import { check } from '../av-error.ts';
import { convertingByFilters } from '../decode/colour/filter-converter.ts';
import type { FrameConverter } from '../decode/colour/kernel-converter.ts';
import { createRecodeConverter } from '../decode/colour/recode-converter.ts';
import { findEncoder } from './find-encoder.ts';

/**
 * Quantiser scale 3 (of 2-31), in the encoder's units of 1/118. PSNR is within 0.3 dB of libjpeg at quality 85, files
 * are 0-8 % smaller.
 */
const quality = 3 * 118;

/** Encoder of JPEG images. It is prepared again only when the size or the colour coding of the frames changes. */
export interface JpegEncoder {
  /** Encodes a planar 4:2:0 frame in BT.709 limited range. The JPEG is BT.601 in full range. */
  encode(frame: Frame): Uint8Array;
  close(): void;
}

interface Prepared {
  size: string;
  colours: FrameConverter;
  context: CodecContext;
}

/** Creates the converter from BT.709 limited frames of the size of `frame` to BT.601 in full range. */
export type JpegColours = (frame: Frame) => FrameConverter;

/**
 * Creates a JPEG encoder that converts colours without going through RGB and without the threads of an image library.
 * It takes 4.1 ms at 960x540, where an image library takes 7.5 ms. (With five other programs on two cores, the 95th
 * percentiles are 26 and 69 ms.) `openColours` creates the colour converter. The default converter uses filters of the
 * codec library and is for finished files (posters and image sequences). Previews pass `kernelColours`.
 */
export function createJpegEncoder(openColours: JpegColours = filterColours): JpegEncoder {
  const packet = new Packet();
  packet.alloc();
  let prepared: Prepared | null = null;
  // The encoder rejects two frames with the same time.
  let images = 0n;

  function release(): void {
    prepared?.context.freeContext();
    prepared?.colours.close();
    prepared = null;
  }

  function prepare(frame: Frame): Prepared {
    const size = [frame.width, frame.height, frame.colorSpace, frame.colorRange].join(' ');
    if (prepared?.size === size) return prepared;
    release();
    prepared = { size, colours: openColours(frame), context: openEncoder(frame.width, frame.height) };
    return prepared;
  }

  return {
    encode(frame) {
      const { colours, context } = prepare(frame);
      const converted = colours.convert(frame);
      converted.quality = quality;
      converted.pts = images;
      images += 1n;
      check(context.sendFrameSync(converted), 'encoding a JPEG');
      check(context.receivePacketSync(packet), 'encoding a JPEG');
      if (!packet.data) {
        const message = `The JPEG encoder returned no data for a ${frame.width}x${frame.height} image. Try again.`;
        throw new FramemillError('internal_error', message);
      }
      const data = Uint8Array.from(packet.data);
      packet.unref();
      return data;
    },
    close() {
      release();
      packet.free();
    },
  };
}

/**
 * Creates a colour converter for previews that uses WebAssembly kernels. A JPEG of 960x540 then takes 2.4 ms instead of
 * 3.6 ms and is 0.8 dB nearer to the source (measured on two noisy frames). Finished files use the filters of the codec
 * library, so that their bytes do not change.
 */
export function kernelColours({ width, height, format }: Frame): FrameConverter {
  const converter = createRecodeConverter(
    width,
    height,
    format,
    { matrix: 'bt709', range: 'limited' },
    { matrix: 'bt601', range: 'full' },
  );
  return {
    convert(frame) {
      const made = converter.convert(frame);
      made.colorRange = AVCOL_RANGE_JPEG;
      made.colorSpace = AVCOL_SPC_SMPTE170M;
      return made;
    },
    close: converter.close,
  };
}

function filterColours(frame: Frame): FrameConverter {
  const { width, height } = frame;
  return convertingByFilters([
    [
      'buffer',
      `width=${width}:height=${height}:pix_fmt=${frame.format}:time_base=1/1:pixel_aspect=1/1` +
        `:colorspace=${frame.colorSpace}:range=${frame.colorRange}`,
    ],
    [
      'scale',
      `w=${width}:h=${height}:flags=bicubic:in_color_matrix=bt709:out_color_matrix=bt601:in_range=limited:out_range=full`,
    ],
    ['format', 'pix_fmts=yuv420p'],
    ['buffersink', ''],
  ]);
}

function openEncoder(width: number, height: number): CodecContext {
  const encoder = findEncoder(FF_ENCODER_MJPEG, 'JPEG pictures');
  const context = new CodecContext();
  context.allocContext3(encoder);
  context.width = width;
  context.height = height;
  context.pixelFormat = AV_PIX_FMT_YUV420P;
  context.timeBase = new Rational(1, 1);
  context.colorRange = AVCOL_RANGE_JPEG;
  context.colorSpace = AVCOL_SPC_SMPTE170M;
  context.threadCount = 1;
  context.setFlags(AV_CODEC_FLAG_QSCALE, AV_CODEC_FLAG_BITEXACT);
  context.globalQuality = quality;
  check(context.open2Sync(encoder), 'opening the JPEG encoder');
  return context;
}
