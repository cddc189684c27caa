import {
  AV_PIX_FMT_NV12,
  AV_PIX_FMT_P010LE,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUV420P10LE,
  AV_PIX_FMT_YUV420P12LE,
  AV_PIX_FMT_YUV422P,
  AV_PIX_FMT_YUV422P10LE,
  AV_PIX_FMT_YUV422P12LE,
  AV_PIX_FMT_YUVJ420P,
  AV_PIX_FMT_YUVJ422P,
} from 'node-av/constants';
import { Frame } from 'node-av/lib';
import type { VideoFormat } from '../graph/backend.ts';
import { check } from '../media/av-error.ts';
import { lumaSharesOf } from '../media/colour-coding.ts';
import { codingOf, type WideColour, wideColour } from '../media/colour-tags.ts';
import { toBt709 } from '../media/decode/colour/wide-colour-converter.ts';
import { codecFrames } from '../media/frame-intake.ts';
import type { GpuFrames } from './gpu-frames.ts';
import type { PlaneMeaning } from './source-planes.ts';
import { fromSamplesWgsl } from './wgsl/convert.ts';

/** Layout of a decoder's luma and chroma samples. */
interface SampleLayout {
  /** Bits of a sample. Samples of more than 8 bits take two bytes each. */
  readonly depth: number;
  /** Number of bits by which the value of a sample is shifted up in its two bytes. */
  readonly shift: number;
  /** Whether both chroma components are interleaved in one plane. */
  readonly interleaved: boolean;
  /** Whether chroma has full vertical resolution. false: two rows share a chroma row. */
  readonly tall: boolean;
}

const planar = (depth: number, tall: boolean): SampleLayout => ({ depth, shift: 0, interleaved: false, tall });

const layouts: ReadonlyMap<number, SampleLayout> = new Map([
  [AV_PIX_FMT_YUV420P, planar(8, false)],
  [AV_PIX_FMT_YUVJ420P, planar(8, false)],
  [AV_PIX_FMT_YUV422P, planar(8, true)],
  [AV_PIX_FMT_YUVJ422P, planar(8, true)],
  [AV_PIX_FMT_YUV420P10LE, planar(10, false)],
  [AV_PIX_FMT_YUV422P10LE, planar(10, true)],
  [AV_PIX_FMT_YUV420P12LE, planar(12, false)],
  [AV_PIX_FMT_YUV422P12LE, planar(12, true)],
  [AV_PIX_FMT_NV12, { depth: 8, shift: 0, interleaved: true, tall: false }],
  [AV_PIX_FMT_P010LE, { depth: 10, shift: 6, interleaved: true, tall: false }],
]);

/**
 * Returns the sample layout of a frame that can be uploaded without conversion; null when it must be converted first.
 */
function sampleLayout({ format }: Frame): SampleLayout | null {
  return layouts.get(format) ?? null;
}

/** Whether encoders accept a decoded frame unchanged: planar 4:2:0 of 8 bits, BT.709 limited range. */
function isOutputFrame(frame: Frame): boolean {
  const { matrix, range } = codingOf(frame);
  return frame.format === AV_PIX_FMT_YUV420P && matrix === 'bt709' && range === 'limited' && wideColour(frame) === null;
}

/**
 * Returns the transfer curve that the shader must apply to a frame; null when the frame differs from BT.709 at most in
 * matrix and range.
 */
function curveOf(frame: Frame): WideColour['curve'] | null {
  return wideColour(frame)?.curve ?? null;
}

/** Returns the parameter table of `fromSamplesWgsl` for the coding of a frame's samples. */
function sampleTable(frame: Frame, { depth, shift, tall }: SampleLayout): number[] {
  const { matrix, range } = codingOf(frame);
  const unit = 2 ** (depth - 8);
  const most = 2 ** depth - 1;
  const [black, white, swing] = range === 'full' ? [0, most, most] : [16 * unit, 235 * unit, 224 * unit];
  const { red, green, blue } = lumaSharesOf(matrix);
  const [redV, blueU] = [2 * (1 - red), 2 * (1 - blue)];
  const wide = wideColour(frame);
  const rows = wide ? toBt709[wide.primaries] : [1, 0, 0, 0, 1, 0, 0, 0, 1];
  return [
    ...[black, 1 / (white - black), 128 * unit, 1 / swing],
    ...[redV, (-blueU * blue) / green, (-redV * red) / green, blueU],
    ...[tall ? 1 : 0, shift, most, 0],
    ...[0, 3, 6].flatMap((row) => [...rows.slice(row, row + 3), 0]),
  ];
}

/** Returns how the GPU samples a frame in the pixel format of the decoder; null when it must be converted first. */
function decodedMeaning(frame: Frame, { width, height }: VideoFormat): PlaneMeaning | null {
  const layout = sampleLayout(frame);
  if (!layout) return null;
  const { depth, interleaved, tall } = layout;
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  const chroma = { width: half.width, height: tall ? height : half.height };
  const [one, two] = depth > 8 ? (['r16uint', 'rg16uint'] as const) : (['r8uint', 'rg8uint'] as const);
  const luma = { width, height, format: one };
  const others = interleaved
    ? [{ ...chroma, format: two }]
    : [chroma, chroma].map((size) => ({ ...size, format: one }));
  const code = fromSamplesWgsl(interleaved, curveOf(frame));
  return { shapes: [luma, ...others], code, table: sampleTable(frame, layout), target: 'rgba16float' };
}

/** Frames of the codec library, for the GPU backend. */
export const codecGpuFrames: GpuFrames<Frame> = {
  ...codecFrames,
  hold(frame) {
    const reference = new Frame();
    reference.alloc();
    check(reference.ref(frame), 'referencing a frame');
    return { frame: reference, free: () => reference.free() };
  },
  takesDecoded: (frame) => sampleLayout(frame) !== null,
  decodedMeaning,
  isOutputFrame,
};
