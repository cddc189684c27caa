import type { EncoderSetup } from '@framemill/timeline/rendering';
import type { AVPixelFormat, FFEncoderCodec } from 'node-av/constants';
import type { Quality, VideoCoding } from '../../../catalog/formats.ts';

/** How pictures are encoded: one closed group of pictures a segment, the same bytes everywhere. */
export interface VideoCodec {
  readonly coding: VideoCoding;
  /** Name of the encoder in the codec library. */
  readonly encoder: FFEncoderCodec;
  /** Names a decoder reports for what this encoder makes: segments are checked against them. */
  readonly codecName: string;
  /** Settings of the encoder: no threads, no key frame but the first, nothing that depends on the machine. */
  options(quality: Quality): Record<string, string>;
  /** As `options`, for pictures that stand beside those of another stream in one track. Absent: they cannot. */
  besideOptions?(quality: Quality, setup: EncoderSetup): Record<string, string>;
  /** What the encoder is given; absent: planar 4:2:0 of 8 bits. */
  readonly pixelFormat?: AVPixelFormat;
  /** What a plain decoder makes of it; absent: the same as `pixelFormat`. */
  readonly decodedFormat?: AVPixelFormat;
  /** Muxer of the segments; absent: `mp4`, whose clock holds frames exactly. */
  readonly muxer?: 'matroska' | 'mov';
  /** Four letters that name the codec in MP4 and MOV; absent: the muxer's choice. */
  readonly tag?: string;
  /** True: every picture is a key frame. */
  readonly isIntra?: boolean;
}
