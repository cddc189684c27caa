import type { Format } from '../../../catalog.ts';
import { lossless } from './lossless.ts';
import type { VideoCodec } from './video-codec.ts';
import { vp9 } from './vp9.ts';
import { x264 } from './x264.ts';

export type { VideoCodec } from './video-codec.ts';

/** The encoder of each output format. To add one: a file beside this, a line here, a `Format` in the catalogue. */
export const videoCodecs: Readonly<Record<Format, VideoCodec>> = { mp4: x264, webm: vp9, gif: lossless };
