import type { EncoderSetup } from '@framemill/timeline/rendering';
import type { AVPixelFormat, FFEncoderCodec } from 'node-av/constants';
import type { Quality, VideoCoding } from '../../../catalog/formats.ts';

/** Settings of a video encoder: one closed group (GOP) a segment, the same bytes everywhere. */
export interface VideoCodec {
  readonly coding: VideoCoding;
  /** Name of the encoder in the codec library. */
  readonly encoder: FFEncoderCodec;
  /** Codec name that a decoder reports for this encoder's output; segments are checked against it. */
  readonly codecName: string;
  /** Returns the encoder's options: one thread, a key frame only at the start, nothing that depends on the machine. */
  options(quality: Quality): Record<string, string>;
  /** Returns `options` for frames that share a track with those of another stream. Absent: they cannot share one. */
  besideOptions?(quality: Quality, setup: EncoderSetup): Record<string, string>;
  /** Pixel format of the input; absent: planar 4:2:0 of 8 bits. */
  readonly pixelFormat?: AVPixelFormat;
  /** Pixel format that a plain decoder returns; absent: the same as `pixelFormat`. */
  readonly decodedFormat?: AVPixelFormat;
  /** Muxer of the segments; absent: `mp4`, whose clock holds frames exactly. */
  readonly muxer?: 'matroska' | 'mov';
  /** Four-character code of the codec in MP4 and MOV; absent: the muxer's choice. */
  readonly tag?: string;
  /** Whether every frame is a key frame. */
  readonly isIntra?: boolean;
}
