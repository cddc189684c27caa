import type { FFAudioEncoder } from 'node-av/constants';
import type { Quality } from '../../catalog.ts';

/** How the mix of one output format is encoded. */
export interface AudioCodec {
  readonly format: 'mp4' | 'webm';
  /** Name of the encoder in the codec library. */
  readonly encoder: FFAudioEncoder;
  /** Muxer of the file that waits for stitching: its clock counts samples. */
  readonly muxer: 'mp4';
  bitRate(quality: Quality): number;
  options: Readonly<Record<string, string>>;
}
