import { FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Quality } from '../../../catalog.ts';
import type { VideoCodec } from './video-codec.ts';

/** H.264 for MP4. */
export const x264: VideoCodec = {
  format: 'mp4',
  encoder: FF_ENCODER_LIBX264,
  codecName: 'h264',
  options: (quality) => ({
    ...levels[quality],
    // A key frame at frame 0 only. cpu-independent: without it SSE2 makes other bytes than AVX2 (measured; with it SSE2 to AVX-512 agree).
    'x264-params': 'keyint=infinite:min-keyint=1:scenecut=0:open-gop=0:cpu-independent=1',
    a53cc: '0',
  }),
};

const levels: Record<Quality, Record<string, string>> = {
  draft: { preset: 'ultrafast', crf: '30' },
  standard: { preset: 'veryfast', crf: '23' },
  high: { preset: 'medium', crf: '18' },
};
