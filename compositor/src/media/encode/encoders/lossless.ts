import { FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { VideoCodec } from './video-codec.ts';

/** What GIFs are made of: the palette needs all segments, so that until then nothing may be lost. */
export const lossless: VideoCodec = {
  coding: 'lossless',
  encoder: FF_ENCODER_LIBX264,
  codecName: 'h264',
  options: () => ({
    preset: 'ultrafast',
    'x264-params': 'qp=0:keyint=infinite:min-keyint=1:scenecut=0:open-gop=0:cpu-independent=1',
    a53cc: '0',
  }),
};
