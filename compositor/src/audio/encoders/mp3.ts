import { FF_ENCODER_LIBMP3LAME } from 'node-av/constants';
import type { AudioCodec } from './audio-codec.ts';

/** MP3. Its own muxer writes the encoder's delay into the file's first frame, so that players trim it. */
export const mp3: AudioCodec = {
  coding: 'mp3',
  encoder: FF_ENCODER_LIBMP3LAME,
  muxer: 'mp3',
  bitRate: (quality) => ({ draft: 128_000, standard: 192_000, high: 320_000 })[quality],
  options: {},
};
