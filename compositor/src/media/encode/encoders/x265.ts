import { FF_ENCODER_LIBX265 } from 'node-av/constants';
import type { Quality } from '../../../catalog/formats.ts';
import type { VideoCodec } from './video-codec.ts';

/** HEVC for MP4, tagged `hvc1`, because Apple's players do not accept `hev1`. */
export const x265: VideoCodec = {
  coding: 'hevc',
  encoder: FF_ENCODER_LIBX265,
  codecName: 'hevc',
  tag: 'hvc1',
  options: (quality) => ({
    ...levels[quality],
    // One thread and no text about the build in the stream. x265 has no counterpart of `cpu-independent`; the
    // calibration distinguishes machines.
    'x265-params':
      'pools=none:frame-threads=1:wpp=0:keyint=-1:min-keyint=1:scenecut=0:open-gop=0:info=0:log-level=none:repeat-headers=0',
  }),
};

const levels: Record<Quality, Record<string, string>> = {
  draft: { preset: 'ultrafast', crf: '32' },
  standard: { preset: 'veryfast', crf: '26' },
  high: { preset: 'medium', crf: '21' },
};
