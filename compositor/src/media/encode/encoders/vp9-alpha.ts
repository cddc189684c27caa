import { AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVA420P } from 'node-av/constants';
import type { VideoCodec } from './video-codec.ts';
import { vp9 } from './vp9.ts';

/**
 * VP9 with alpha for WebM: a second frame for each frame, which only Matroska can store. Plain decoders show the first
 * one alone.
 */
export const vp9Alpha: VideoCodec = {
  ...vp9,
  coding: 'vp9-alpha',
  pixelFormat: AV_PIX_FMT_YUVA420P,
  decodedFormat: AV_PIX_FMT_YUV420P,
  muxer: 'matroska',
};
