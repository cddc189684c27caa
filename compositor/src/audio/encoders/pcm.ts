import { FF_ENCODER_PCM_S16LE } from 'node-av/constants';
import type { AudioCodec } from './audio-codec.ts';

/** Uncompressed samples of 16 bits. */
export const pcm: AudioCodec = {
  coding: 'pcm',
  encoder: FF_ENCODER_PCM_S16LE,
  muxer: 'wav',
  bitRate: () => 1_536_000,
  options: {},
};
