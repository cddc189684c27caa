import type { FFAudioEncoder } from 'node-av/constants';
import type { AudioCoding, Quality } from '../../catalog/formats.ts';

/** How the mix is encoded. */
export interface AudioCodec {
  readonly coding: AudioCoding;
  /** Name of the encoder in the codec library. */
  readonly encoder: FFAudioEncoder;
  /** Muxer of the file that waits for stitching. `mp4`: its clock counts samples. */
  readonly muxer: 'mp4' | 'mp3' | 'wav';
  /** Bits a second. */
  bitRate(quality: Quality): number;
  options: Readonly<Record<string, string>>;
}
