import { spawnSync } from 'node:child_process';
import type { EncoderSetup } from '@framemill/timeline/rendering';
import {
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVA420P,
  AV_PIX_FMT_YUVA444P10LE,
  AV_PIX_FMT_YUVA444P12LE,
  type AVPixelFormat,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
  FF_ENCODER_PRORES_KS,
  type FFEncoderCodec,
} from 'node-av/constants';
import {
  type Compression,
  type Format,
  formatFacts,
  type Quality,
  type VideoCoding,
} from '../../formats/output-formats.ts';
import type { OutputProfile } from '../../plan/profile.ts';
import { segmentCores, threadedCodings } from '../../plan/segment-costs.ts';

/**
 * Compression effort of an encoder (default `balanced`), its number of threads (default 1), and the number of frames of
 * its segment where it is known.
 */
interface EncoderEffort {
  readonly compression?: Compression | undefined;
  readonly threads?: number;
  readonly frames?: number | undefined;
}

/** Settings of a video encoder. It writes each segment as closed GOPs, with the same bytes on every machine. */
interface VideoCodec {
  readonly coding: VideoCoding;
  /** Name of the encoder in the codec library. */
  readonly encoder: FFEncoderCodec;
  /** Codec name that a decoder reports for this encoder's output; segments are checked against it. */
  readonly codecName: string;
  /** Returns the encoder's options except the number of threads. They must not depend on the machine. */
  options(quality: Quality, effort?: EncoderEffort): Record<string, string>;
  /**
   * Returns the options for frames that are stored in one track with copied frames of another stream. Absent: the
   * encoder does not support this.
   */
  besideOptions?(quality: Quality, setup: EncoderSetup): Record<string, string>;
  /**
   * Returns the minimum number of frames between two key frames if the encoder also places key frames at scene cuts.
   * null or absent: only the first frame of a segment is a key frame.
   */
  keyDistance?(quality: Quality): number | null;
  /**
   * Returns how many copies of the first frame are encoded before it, and of the last frame after it, to keep the
   * quality steady (see `FrameEncoding`). Absent: none.
   */
  copies?(quality: Quality, compression?: Compression): { readonly first: number; readonly last: number };
  /** Pixel format of the input; absent: planar 4:2:0 of 8 bits. */
  readonly pixelFormat?: AVPixelFormat;
  /** Pixel format that a decoder without special options returns; absent: the same as `pixelFormat`. */
  readonly decodedFormat?: AVPixelFormat;
  /** Muxer of the segments. Absent: `mp4`, whose time base represents frame times exactly. */
  readonly muxer?: 'matroska' | 'mov';
  /** Four-character code of the codec in MP4 and MOV; absent: the muxer's choice. */
  readonly tag?: string;
  /** Whether every frame is a key frame. */
  readonly isIntra?: boolean;
}

// The presets of drafts look for no cuts, which saves time.
const keyDistance = (quality: Quality) => (quality === 'draft' ? null : 25);

/** H.264 encoder for MP4. */
export const x264: VideoCodec = {
  coding: 'h264',
  encoder: FF_ENCODER_LIBX264,
  codecName: 'h264',
  options: (quality, { compression, frames = 0 } = {}) =>
    optionsOf(
      compression === 'small' ? x264Small[quality] : x264Levels[quality],
      keyParams(keyDistance(quality), frames),
    ),
  besideOptions: (quality, setup) =>
    optionsOf(x264Levels[quality], `${keyParams(null, 0)}:${besideParams(quality, setup)}`),
  keyDistance,
  // The preset of drafts does not weigh frames by what is predicted from them. In segments of a second, copies of the
  // first frame would take too much time.
  copies: (quality, compression) =>
    quality === 'draft' ? { first: 0, last: 0 } : { first: compression === 'fast' ? 0 : 4, last: 2 },
};

/** Duration in seconds below which a segment is encoded on two threads. */
const threadedSec = 2;

/**
 * Returns the number of threads for encoding a segment of `frames` frames: 1 or 2. The number depends only on the
 * segment and the profile, because it affects the bytes of H.264, HEVC and VP9. Two threads take 5 to 10 % more
 * processor time than one, but finish sooner. They are used for frames of 4K (`segmentCores`), and for short segments
 * with large frames: a short video is a single segment, whereas a longer video has enough segments to use all cores.
 */
export function encoderThreads(profile: OutputProfile, frames: number): number {
  const { format, compression, width, height, rate } = profile;
  if (!threadedCodings.includes(videoCodecOf(format).coding)) return 1;
  const isShort = frames * rate.den < threadedSec * rate.num;
  const isLarge = width * height >= 1280 * 720;
  return isShort && isLarge && compression !== 'fast' ? 2 : segmentCores(profile);
}

/**
 * Returns the encoder's key frame parameters. With `distance` null, only the first frame is a key frame. Otherwise key
 * frames are also placed at scene cuts, at least `distance` frames apart. No key frame is forced within the `frames` of
 * the segment. `unlimited` is the encoder's value for no maximum distance.
 */
function keyParams(distance: number | null, frames: number, unlimited = 'infinite'): string {
  // The encoders look for cuts more eagerly the nearer the maximum distance is; 250 is their default. Copies of the
  // first and the last frame are within it as well.
  const [longest, least, cuts] = distance === null ? [unlimited, 1, 0] : [Math.max(250, frames + 16), distance, 40];
  return `keyint=${longest}:min-keyint=${least}:scenecut=${cuts}`;
}

function optionsOf(level: Record<string, string>, params: string): Record<string, string> {
  // Without cpu-independent, SSE2 gives other bytes than AVX2 (measured; with it SSE2 to AVX-512 agree).
  return { ...level, 'x264-params': `${params}:open-gop=0:cpu-independent=1`, a53cc: '0' };
}

/**
 * Returns the parameters that determine the sequence parameter set (SPS). x264 derives the profile from the enabled
 * tools, and buffer size and delay from the numbers of reference frames and B-frames.
 */
function besideParams(quality: Quality, { setId, profile, level, reorder, held }: EncoderSetup): string {
  const set = `sps-id=${setId}:level=${level}:dpb-size=${held}:ref=${Math.min(references[quality], held)}`;
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

const x264Levels: Record<Quality, Record<string, string>> = {
  draft: { preset: 'ultrafast', crf: '30' },
  standard: { preset: 'veryfast', crf: '23' },
  high: { preset: 'medium', crf: '18' },
};

/**
 * x264 options of each quality with the compression `small`. At the same constant rate factor, slower presets give
 * larger files of better quality. The factors are higher, so that the files are smaller at about the same quality.
 */
const x264Small: Record<Quality, Record<string, string>> = {
  draft: { preset: 'faster', crf: '30' },
  standard: { preset: 'slower', crf: '24.5' },
  high: { preset: 'slower', crf: '18.5' },
};

/** HEVC for MP4, tagged `hvc1`, because Apple's players do not accept `hev1`. */
const x265: VideoCodec = {
  coding: 'hevc',
  encoder: FF_ENCODER_LIBX265,
  codecName: 'hevc',
  tag: 'hvc1',
  // No text about the build in the stream. x265 has no counterpart of `cpu-independent`; the calibration distinguishes
  // machines.
  options: (quality, { threads = 1, frames = 0 } = {}) => ({
    ...x265Levels[quality],
    'x265-params':
      `pools=${threads > 1 ? threads : 'none'}:frame-threads=${threads}:wpp=0:` +
      `${keyParams(keyDistance(quality), frames, '-1')}:open-gop=0:info=0:log-level=none:repeat-headers=0`,
  }),
  keyDistance,
};

const x265Levels: Record<Quality, Record<string, string>> = {
  draft: { preset: 'ultrafast', crf: '32' },
  standard: { preset: 'veryfast', crf: '26' },
  high: { preset: 'medium', crf: '21' },
};

/** AV1 for MP4. Each temporal unit has one shown frame, so that segments can be concatenated. */
export const svtAv1: VideoCodec = {
  coding: 'av1',
  encoder: FF_ENCODER_LIBSVTAV1,
  codecName: 'av1',
  options: (quality, { threads = 1 } = {}) => ({
    ...av1Levels[quality],
    g: '9999',
    'svtav1-params': `lp=${threads}:scd=0:enable-overlays=0`,
  }),
};

/**
 * Moves all threads of this process back to the normal scheduling class (`chrt` of util-linux, some milliseconds). Call
 * it after SVT-AV1 was opened: run as root, SVT-AV1 puts the opening thread into the real-time class, which each thread
 * and process started afterwards inherits. A render would then starve all other processes on the machine. Does nothing
 * for other users.
 */
export function leaveRealTimeClass(): void {
  if (process.platform === 'linux' && process.geteuid?.() === 0)
    spawnSync('chrt', ['--all-tasks', '--other', '--pid', '0', String(process.pid)], { stdio: 'ignore' });
}

const av1Levels: Record<Quality, Record<string, string>> = {
  draft: { preset: '10', crf: '42' },
  standard: { preset: '8', crf: '35' },
  high: { preset: '6', crf: '26' },
};

/**
 * VP9 for WebM. It uses no look-ahead and no hidden reference frames: every packet is one shown frame, so that segments
 * can be concatenated.
 */
const vp9: VideoCodec = {
  coding: 'vp9',
  encoder: FF_ENCODER_LIBVPX_VP9,
  codecName: 'vp9',
  options: (quality, { threads = 1 } = {}) => ({
    deadline: 'realtime',
    ...vp9Levels[quality],
    b: '0',
    g: '9999',
    keyint_min: '9999',
    'lag-in-frames': '0',
    'auto-alt-ref': '0',
    'row-mt': threads > 1 ? '1' : '0',
    'frame-parallel': '0',
    'error-resilient': '0',
  }),
};

const vp9Levels: Record<Quality, Record<string, string>> = {
  draft: { 'cpu-used': '8', crf: '38' },
  standard: { 'cpu-used': '6', crf: '36' },
  high: { 'cpu-used': '4', crf: '25' },
};

/**
 * VP9 with alpha for WebM. The alpha of each frame is a second encoded frame, which only Matroska can store. Decoders
 * without alpha support show the colour frame alone.
 */
const vp9Alpha: VideoCodec = {
  ...vp9,
  coding: 'vp9-alpha',
  pixelFormat: AV_PIX_FMT_YUVA420P,
  decodedFormat: AV_PIX_FMT_YUV420P,
  muxer: 'matroska',
};

/** ProRes 4444 with 16 bits of alpha for MOV, tagged as by Apple's own encoder (`ap4h`, vendor `apl0`). */
const prores: VideoCodec = {
  coding: 'prores',
  encoder: FF_ENCODER_PRORES_KS,
  codecName: 'prores',
  pixelFormat: AV_PIX_FMT_YUVA444P10LE,
  decodedFormat: AV_PIX_FMT_YUVA444P12LE,
  muxer: 'mov',
  tag: 'ap4h',
  isIntra: true,
  options: () => ({ profile: '4444', vendor: 'apl0', alpha_bits: '16' }),
};

/**
 * Lossless intermediate codec of GIFs. The palette is computed from all segments, so nothing may be lost before that.
 */
const lossless: VideoCodec = {
  coding: 'lossless',
  encoder: FF_ENCODER_LIBX264,
  codecName: 'h264',
  options: () => ({
    preset: 'ultrafast',
    'x264-params': 'qp=0:keyint=infinite:min-keyint=1:scenecut=0:open-gop=0:cpu-independent=1',
    a53cc: '0',
  }),
};

/**
 * Encoder settings of each video coding. To add one: define a constant above, add it to this table, and add a
 * `VideoCoding` to the catalogue.
 */
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
