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
import type { VideoFormat } from '../graph/backend.ts';
import type { FrameIntake } from '../graph/frame-memory.ts';
import { lumaSharesOf } from '../media/colour-coding.ts';
import { codingOf, type WideColour, wideColour } from '../media/colour-tags.ts';
import { toBt709 } from '../media/decode/colour/wide-colour-converter.ts';
import type { GpuImage, ImageFormat } from './device-memory.ts';
import type { GpuDevice } from './gpu-device.ts';
import { fromPlanesWgsl, fromSamplesWgsl, premultiplyWgsl } from './wgsl/convert.ts';

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
export function sampleLayout({ format }: Frame): SampleLayout | null {
  return layouts.get(format) ?? null;
}

/** Whether encoders accept a decoded frame unchanged: planar 4:2:0 of 8 bits, BT.709 limited range. */
export function isOutputFrame(frame: Frame): boolean {
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

/** Texture formats of a frame's planes and the shader that converts them to RGB. */
interface PlaneMeaning {
  readonly shapes: readonly { readonly width: number; readonly height: number; readonly format: ImageFormat }[];
  readonly code: string;
  readonly table: readonly number[];
  readonly target: 'rgba8unorm' | 'rgba16float';
}

/** Planes of a frame on the GPU. */
export interface Planes extends PlaneMeaning {
  readonly images: readonly GpuImage[];
}

/** Planes of a texture that has not shown a frame yet. */
export const noPlanes: Planes = { shapes: [], code: '', table: [], target: 'rgba16float', images: [] };

/**
 * Returns the texture formats of a frame's planes and the shader that converts them to RGB. `layout` is the sample
 * layout of a frame that is still in the pixel format of the decoder; null for a frame that is already in `format`.
 */
export function meaningOf(frame: Frame, layout: SampleLayout | null, format: VideoFormat): PlaneMeaning {
  const { width, height, hasAlpha, fullChroma } = format;
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  if (layout) {
    const { depth, interleaved, tall } = layout;
    const chroma = { width: half.width, height: tall ? height : half.height };
    const [one, two] = depth > 8 ? (['r16uint', 'rg16uint'] as const) : (['r8uint', 'rg8uint'] as const);
    const luma = { width, height, format: one };
    const others = interleaved
      ? [{ ...chroma, format: two }]
      : [chroma, chroma].map((size) => ({ ...size, format: one }));
    const code = fromSamplesWgsl(interleaved, curveOf(frame));
    return { shapes: [luma, ...others], code, table: sampleTable(frame, layout), target: 'rgba16float' };
  }
  // RGBA, recognized by its single plane.
  if (hasAlpha && frame.linesize.filter((bytes) => bytes !== 0).length === 1) {
    const shapes = [{ width, height, format: 'rgba8unorm' as const }];
    return { shapes, code: premultiplyWgsl, table: [1, 0, 0, 0], target: 'rgba8unorm' };
  }
  const luma = { width, height, format: 'r8unorm' as const };
  const chroma = fullChroma ? luma : { ...half, format: 'r8unorm' as const };
  const shapes = [luma, chroma, chroma, ...(hasAlpha ? [luma] : [])];
  const table = [width, height, fullChroma ? 1 : 0, 0];
  return { shapes, code: fromPlanesWgsl(hasAlpha), table, target: 'rgba16float' };
}

/**
 * Uploads the planes of a frame. Reuses the textures of the previous frame (`before`) when the planes of both frames
 * have equal sizes and formats.
 */
export function uploadPlanes(
  gpu: GpuDevice,
  intake: FrameIntake<Frame>,
  frame: Frame,
  meaning: PlaneMeaning,
  before: Planes,
): Planes {
  const alike = JSON.stringify(meaning.shapes) === JSON.stringify(before.shapes);
  if (!alike) for (const image of before.images) gpu.dropAfterSubmit(image);
  const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST;
  const images = alike ? before.images : meaning.shapes.map((shape) => gpu.memory.image({ ...shape, usage }));
  const { data, stride } = intake.planesOf(frame);
  for (const [index, { texture, width, height }] of images.entries()) {
    const bytes = data[index];
    const bytesPerRow = stride[index];
    if (!bytes || !bytesPerRow) throw new Error(`Plane ${index} of a frame is missing.`);
    const view = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    gpu.device.queue.writeTexture({ texture }, view, { bytesPerRow }, [width, height]);
  }
  return { ...meaning, images };
}
