import { FF_ENCODER_LIBVPX_VP9 } from 'node-av/constants';
import type { Quality } from '../../../catalog/formats.ts';
import type { VideoCodec } from './video-codec.ts';

/**
 * VP9 for WebM. No look-ahead and no hidden reference frames: every packet is one shown frame, so segments can be
 * concatenated.
 */
export const vp9: VideoCodec = {
  coding: 'vp9',
  encoder: FF_ENCODER_LIBVPX_VP9,
  codecName: 'vp9',
  options: (quality) => ({
    deadline: 'realtime',
    ...levels[quality],
    b: '0',
    g: '9999',
    keyint_min: '9999',
    'lag-in-frames': '0',
    'auto-alt-ref': '0',
    'row-mt': '0',
    'frame-parallel': '0',
    'error-resilient': '0',
  }),
};

const levels: Record<Quality, Record<string, string>> = {
  draft: { 'cpu-used': '8', crf: '38' },
  standard: { 'cpu-used': '6', crf: '36' },
  high: { 'cpu-used': '4', crf: '25' },
};
