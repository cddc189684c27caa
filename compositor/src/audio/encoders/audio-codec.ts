import type { FFAudioEncoder } from 'node-av/constants';
import type { AudioCoding, Quality } from '../../catalog/formats.ts';

/** Settings of an audio encoder for the mix. */
export interface AudioCodec {
  readonly coding: AudioCoding;
  /** Name of the encoder in the codec library. */
  readonly encoder: FFAudioEncoder;
  /** Muxer of the mixed file before the final mux. `mp4`: its clock counts samples. */
  readonly muxer: 'mp4' | 'mp3' | 'wav';
  /** Returns the bit rate in bits a second. */
  bitRate(quality: Quality): number;
  options: Readonly<Record<string, string>>;
}
