import { type Format, formatFacts, type VideoCoding } from '../../../catalog/formats.ts';
import { lossless } from './lossless.ts';
import { prores } from './prores.ts';
import { svtAv1 } from './svt-av1.ts';
import type { VideoCodec } from './video-codec.ts';
import { vp9 } from './vp9.ts';
import { vp9Alpha } from './vp9-alpha.ts';
import { x264 } from './x264.ts';
import { x265 } from './x265.ts';

export type { VideoCodec } from './video-codec.ts';

/** Encoder of each video coding. To add one: a file in this folder, a line here, a `VideoCoding` in the catalogue. */
export const videoCodecs: Readonly<Record<VideoCoding, VideoCodec>> = {
  h264: x264,
  hevc: x265,
  av1: svtAv1,
  vp9,
  'vp9-alpha': vp9Alpha,
  prores,
  lossless,
};

/** Returns the encoder for the segments of a format. Throws for a format without video. */
export function videoCodecOf(format: Format): VideoCodec {
  const { video: images } = formatFacts(format);
  if (images === null) throw new Error(`The format ${format} has no video.`);
  return videoCodecs[images];
}
