import type { EncoderSetup } from '@framemill/timeline/rendering';
import type { FFEncoderCodec } from 'node-av/constants';
import type { Format, Quality } from '../../../catalog.ts';

/** How the pictures of one output format are encoded: one closed group of pictures a segment, the same bytes everywhere. */
export interface VideoCodec {
  readonly format: Format;
  /** Name of the encoder in the codec library. */
  readonly encoder: FFEncoderCodec;
  /** Names a decoder reports for what this encoder makes: segments are checked against them. */
  readonly codecName: string;
  /** Settings of the encoder: no threads, no key frame but the first, nothing that depends on the machine. */
  options(quality: Quality): Record<string, string>;
  /** As `options`, for pictures that stand beside those of another stream in one track. Absent: they cannot. */
  besideOptions?(quality: Quality, setup: EncoderSetup): Record<string, string>;
}
