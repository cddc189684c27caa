import { FF_ENCODER_LIBOPUS } from 'node-av/constants';
import type { AudioCodec } from './audio-codec.ts';

/** Opus encoder for WebM. */
export const opus: AudioCodec = {
  coding: 'opus',
  encoder: FF_ENCODER_LIBOPUS,
  muxer: 'mp4',
  bitRate: (quality) => ({ draft: 96_000, standard: 128_000, high: 160_000 })[quality],
  options: { application: 'audio', vbr: 'on' },
};
