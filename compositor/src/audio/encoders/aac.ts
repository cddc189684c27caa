import { FF_ENCODER_LIBFDK_AAC } from 'node-av/constants';
import type { AudioCodec } from './audio-codec.ts';

/** AAC-LC for MP4. Fraunhofer's encoder computes in integers: the same bytes on every processor, which the native one cannot promise. */
export const aac: AudioCodec = {
  format: 'mp4',
  encoder: FF_ENCODER_LIBFDK_AAC,
  muxer: 'mp4',
  bitRate: (quality) => ({ draft: 128_000, standard: 160_000, high: 192_000 })[quality],
  options: { profile: 'aac_low' },
};
