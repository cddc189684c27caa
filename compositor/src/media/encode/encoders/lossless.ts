import { FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { VideoCodec } from './video-codec.ts';

/** Intermediate codec of GIFs: the palette needs all segments, so nothing may be lost until then. */
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
