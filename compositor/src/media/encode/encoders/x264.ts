import type { EncoderSetup } from '@framemill/timeline/rendering';
import { FF_ENCODER_LIBX264 } from 'node-av/constants';
import type { Quality } from '../../../catalog/formats.ts';
import type { VideoCodec } from './video-codec.ts';

/** H.264 encoder for MP4. */
export const x264: VideoCodec = {
  coding: 'h264',
  encoder: FF_ENCODER_LIBX264,
  codecName: 'h264',
  options: (quality) => optionsOf(quality),
  besideOptions: (quality, setup) => optionsOf(quality, besideParams(quality, setup)),
};

// A key frame at frame 0 only. Without cpu-independent, SSE2 gives other bytes than AVX2 (measured; with it SSE2 to
// AVX-512 agree).
const params = 'keyint=infinite:min-keyint=1:scenecut=0:open-gop=0:cpu-independent=1';

function optionsOf(quality: Quality, further = ''): Record<string, string> {
  return { ...levels[quality], 'x264-params': `${params}${further}`, a53cc: '0' };
}

/**
 * Returns the parameters that determine the sequence parameter set. x264 derives the profile from the enabled tools,
 * and memory and delay from references and B-frames.
 */
function besideParams(quality: Quality, { setId, profile, level, reorder, held }: EncoderSetup): string {
  const set = `:sps-id=${setId}:level=${level}:dpb-size=${held}:ref=${Math.min(references[quality], held)}`;
  return `${set}:${reordering[reorder]}:${tools[profile]}`;
}

/** Number of reference frames in the preset of each quality. */
const references: Record<Quality, number> = { draft: 1, standard: 1, high: 3 };

const reordering: Readonly<Record<number, string>> = {
  0: 'bframes=0',
  1: 'bframes=3:b-pyramid=none',
  2: 'bframes=3:b-pyramid=normal',
};

const tools: Record<EncoderSetup['profile'], string> = {
  baseline: 'cabac=0:8x8dct=0:weightp=0',
  main: 'cabac=1:8x8dct=0',
  high: '8x8dct=1',
};

const levels: Record<Quality, Record<string, string>> = {
  draft: { preset: 'ultrafast', crf: '30' },
  standard: { preset: 'veryfast', crf: '23' },
  high: { preset: 'medium', crf: '18' },
};
