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

/** The encoder of each coding. To add one: a file beside this, a line here, a `PictureCoding` in the catalogue. */
export const videoCodecs: Readonly<Record<VideoCoding, VideoCodec>> = {
  h264: x264,
  hevc: x265,
  av1: svtAv1,
  vp9,
  'vp9-alpha': vp9Alpha,
  prores,
  lossless,
};

/** The encoder of a format's segments. Throws for a format without pictures. */
export function videoCodecOf(format: Format): VideoCodec {
  const { video: images } = formatFacts(format);
  if (images === null) throw new Error(`The format ${format} has no pictures.`);
  return videoCodecs[images];
}
