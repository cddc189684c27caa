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

/** How a decoder lays out the samples of luma and chroma. */
export interface SampleLayout {
  /** Bits of a sample. More than 8: two bytes each. */
  readonly depth: number;
  /** By how many bits samples are shifted up in their two bytes. */
  readonly shift: number;
  /** Both chromas lie in one plane, in turns. */
  readonly interleaved: boolean;
  /** Every row has its own chroma; false: pairs of rows share it. */
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

/** The layout of a frame that goes up as it was decoded; null: it has to be converted before. */
export function sampleLayout({ format }: Frame): SampleLayout | null {
  return layouts.get(format) ?? null;
}

/** Whether a decoded frame is what encoders take: planar 4:2:0 of 8 bits, BT.709 limited. */
export function isOutputFrame(frame: Frame): boolean {
  const { matrix, range } = codingOf(frame);
  return frame.format === AV_PIX_FMT_YUV420P && matrix === 'bt709' && range === 'limited' && wideColour(frame) === null;
}

/** The curve that the shader of a frame takes light by; null: its colours are those of BT.709 but for their coding. */
export function curveOf(frame: Frame): WideColour['curve'] | null {
  return wideColour(frame)?.curve ?? null;
}

/** The table of `fromSamplesWgsl` for a frame: what its samples mean. */
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
