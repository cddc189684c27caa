import { FF_ENCODER_LIBSVTAV1 } from 'node-av/constants';
import type { Quality } from '../../../catalog/formats.ts';
import type { VideoCodec } from './video-codec.ts';

/** AV1 for MP4. A temporal unit has one shown frame, so segments join by appending. */
export const svtAv1: VideoCodec = {
  coding: 'av1',
  encoder: FF_ENCODER_LIBSVTAV1,
  codecName: 'av1',
  options: (quality) => ({
    ...levels[quality],
    g: '9999',
    'svtav1-params': 'lp=1:scd=0:enable-overlays=0',
  }),
};

const levels: Record<Quality, Record<string, string>> = {
  draft: { preset: '10', crf: '42' },
  standard: { preset: '8', crf: '35' },
  high: { preset: '6', crf: '26' },
};
