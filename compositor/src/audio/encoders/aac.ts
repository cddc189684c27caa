import { FF_ENCODER_AAC } from 'node-av/constants';
import type { AudioCodec } from './audio-codec.ts';

/**
 * AAC-LC for MP4, by the codec library's own encoder, which is entirely free software. It uses floating-point
 * arithmetic. Processors with FMA (AVX2 and newer) give the same bytes, older ones do not; the calibration detects
 * this.
 */
export const aac: AudioCodec = {
  coding: 'aac',
  encoder: FF_ENCODER_AAC,
  muxer: 'mp4',
  bitRate: (quality) => ({ draft: 128_000, standard: 160_000, high: 192_000 })[quality],
  // Noise substitution (pns) and intensity stereo (is) lose bands of dense music, `twoloop` those of tones: figures in
  // the README.
  options: { profile: 'aac_low', aac_coder: 'fast', aac_pns: '0', aac_is: '0', cutoff: '18000' },
};
