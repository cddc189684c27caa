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
import type { Frame } from 'node-av/lib';
import { codingOf, type WideColour, wideColour } from '../media/colour-tags.ts';
import { lumaSharesOf } from '../media/decode/colour/luma-shares.ts';
import { toBt709 } from '../media/decode/colour/wide-colour-table.ts';

/** Layout of a decoder's luma and chroma samples. */
export interface SampleLayout {
  /** Bits of a sample. Samples of more than 8 bits take two bytes each. */
  readonly depth: number;
  /** Number of bits by which samples are shifted up in their two bytes. */
  readonly shift: number;
  /** Whether both chroma components alternate in one plane. */
  readonly interleaved: boolean;
  /** Whether every row has its own chroma. False when pairs of rows share it. */
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

/** Returns the layout of a frame that can be uploaded as decoded; null when it has to be converted first. */
export function sampleLayout({ format }: Frame): SampleLayout | null {
  return layouts.get(format) ?? null;
}

/** Whether encoders accept a decoded frame unchanged: planar 4:2:0 of 8 bits, BT.709 limited range. */
export function isOutputFrame(frame: Frame): boolean {
  const { matrix, range } = codingOf(frame);
  return frame.format === AV_PIX_FMT_YUV420P && matrix === 'bt709' && range === 'limited' && wideColour(frame) === null;
}

/**
 * Returns the transfer curve that a frame's shader has to decode; null when its colours are BT.709 apart from matrix
 * and range.
 */
export function curveOf(frame: Frame): WideColour['curve'] | null {
  return wideColour(frame)?.curve ?? null;
}

/** Returns the table of `fromSamplesWgsl` for a frame, which describes the coding of its samples. */
export function sampleTable(frame: Frame, { depth, shift, tall }: SampleLayout): number[] {
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
