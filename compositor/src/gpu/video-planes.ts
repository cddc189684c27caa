import type { Frame } from 'node-av/lib';
import type { VideoFormat } from '../backend.ts';
import type { FrameIntake } from '../media/frame-intake.ts';
import type { ImageFormat } from './device-memory.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { GpuImage } from './gpu-image.ts';
import { curveOf, type SampleLayout, sampleTable } from './source-planes.ts';
import { fromPlanesWgsl, premultiplyWgsl } from './wgsl/convert.ts';
import { fromSamplesWgsl } from './wgsl/samples.ts';

/** Formats of a frame's planes, and the shader that converts them to RGB. */
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

/** Planes of a texture before its first frame. */
export const noPlanes: Planes = { shapes: [], code: '', table: [], target: 'rgba16float', images: [] };

/**
 * Returns the formats of a frame's planes: from its decoded layout, or (null) from the format that all frames of a
 * texture share.
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

/** Uploads the planes of a frame. Reuses the textures of the previous frame when their formats are equal. */
export function uploadPlanes(
  gpu: GpuDevice,
  intake: FrameIntake,
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
