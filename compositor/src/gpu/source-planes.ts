import type { VideoFormat } from '../graph/backend.ts';
import type { FrameIntake, FramePlanes } from '../graph/frame-memory.ts';
import type { GpuImage, ImageFormat } from './device-memory.ts';
import type { GpuDevice } from './gpu-device.ts';
import { fromPlanesWgsl, premultiplyWgsl } from './wgsl/convert.ts';

/** Texture formats of a frame's planes and the shader that converts them to RGB. */
export interface PlaneMeaning {
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

/** Returns how the GPU samples a frame that is in `format`. */
function meaningOf({ stride }: FramePlanes, { width, height, hasAlpha, fullChroma }: VideoFormat): PlaneMeaning {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 };
  // RGBA, recognized by its single plane.
  if (hasAlpha && stride.filter((bytes) => bytes !== 0).length === 1) {
    const shapes = [{ width, height, format: 'rgba8unorm' as const }];
    return { shapes, code: premultiplyWgsl, table: [1, 0, 0, 0], target: 'rgba8unorm' };
  }
  const luma = { width, height, format: 'r8unorm' as const };
  const chroma = fullChroma ? luma : { ...half, format: 'r8unorm' as const };
  const shapes = [luma, chroma, chroma, ...(hasAlpha ? [luma] : [])];
  const table = [width, height, fullChroma ? 1 : 0, 0];
  return { shapes, code: fromPlanesWgsl(hasAlpha), table, target: 'rgba16float' };
}

/** Frame to upload. */
export interface UploadedFrame<F> {
  readonly frame: F;
  readonly format: VideoFormat;
  /** Meaning of the planes of a frame in the pixel format of the decoder; null for a frame in `format`. */
  readonly decoded: PlaneMeaning | null;
}

/**
 * Uploads the planes of a frame. Reuses the textures of the previous frame (`before`) when the planes of both frames
 * have equal sizes and formats.
 */
export function uploadPlanes<F>(
  gpu: GpuDevice,
  intake: FrameIntake<F>,
  { frame, format, decoded }: UploadedFrame<F>,
  before: Planes,
): Planes {
  const planes = intake.planesOf(frame);
  const meaning = decoded ?? meaningOf(planes, format);
  const alike = JSON.stringify(meaning.shapes) === JSON.stringify(before.shapes);
  if (!alike) for (const image of before.images) gpu.dropAfterSubmit(image);
  const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST;
  const images = alike ? before.images : meaning.shapes.map((shape) => gpu.memory.image({ ...shape, usage }));
  for (const [index, { texture, width, height }] of images.entries()) {
    const bytes = planes.data[index];
    const bytesPerRow = planes.stride[index];
    if (!bytes || !bytesPerRow) throw new Error(`Plane ${index} of a frame is missing.`);
    const view = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
    gpu.device.queue.writeTexture({ texture }, view, { bytesPerRow }, [width, height]);
  }
  return { ...meaning, images };
}
