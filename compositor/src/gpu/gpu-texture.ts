import type { RgbaPixels, StillDetail, VideoFormat, VideoTexture } from '../graph/backend.ts';
import type { Texture } from '../graph/drawable.ts';
import type { FrameIntake } from '../graph/frame-memory.ts';
import type { PlacedImage } from './device-memory.ts';
import { drawn, halved } from './filter-passes.ts';
import { type GpuDevice, uploadImage } from './gpu-device.ts';
import type { GpuFrames } from './gpu-frames.ts';
import { noPlanes, type Planes, uploadPlanes } from './source-planes.ts';
import { premultiplyWgsl } from './wgsl/convert.ts';

/** Texture of the GPU backend. */
export interface GpuTexture extends Texture {
  /** Distinguishes it from the textures of other backends. */
  readonly isOnGpu: true;
  /**
   * Returns the premultiplied image, reduced to half its size `level` times. Valid until the texture is closed or shows
   * another frame.
   */
  level(level: number): PlacedImage;
}

/** Texture of the frames of a video. */
export interface GpuVideo<F> extends GpuTexture, VideoTexture<F> {
  /** The shown frame, if it can be encoded unchanged; null otherwise. */
  readonly frame: F | null;
  readonly version: string;
}

/** Copies of an image that are reduced to half its size one or more times. They are created on demand. */
interface Halves {
  at(level: number): PlacedImage;
  clear(): void;
}

/**
 * Creates a texture of an image that never changes. Uploads pixels with straight alpha and stores them premultiplied,
 * reduced to half their size `detail.halvings` times.
 */
export function createStillTexture(
  gpu: GpuDevice,
  { data, width, height, hasAlpha }: RgbaPixels,
  version: string,
  { halvings = 0 }: StillDetail = {},
): GpuTexture {
  const bytes = new Uint8Array(data.buffer as ArrayBuffer, data.byteOffset, data.byteLength);
  const straight = uploadImage(gpu, bytes, [width, height], 'rgba8unorm');
  const rect = { x: 0, y: 0, width, height };
  let whole = drawn(gpu, rect, premultiplyWgsl, [hasAlpha ? 1 : 0, 0, 0, 0], [{ image: straight, rect }], 'rgba8unorm');
  gpu.dropAfterSubmit(straight);
  for (let made = 0; made < halvings; made++) {
    const half = halved(gpu, whole, whole.rect);
    gpu.pool.giveBack(whole.image);
    whole = half;
  }
  const halves = createHalves(gpu, () => whole);
  return {
    version,
    width: whole.rect.width,
    height: whole.rect.height,
    hasAlpha,
    bytes: whole.image.bytes,
    isOnGpu: true,
    level: halves.at,
    close() {
      halves.clear();
      gpu.pool.giveBack(whole.image);
    },
  };
}

/**
 * Creates a texture of video frames. Their planes are uploaded unchanged; the first shader that samples a frame
 * converts it to RGB. `name` must be unique among textures, because it is part of the keys of cached results.
 */
export function createVideoTexture<F>(
  { gpu, frames, intake }: { gpu: GpuDevice; frames: GpuFrames<F>; intake: FrameIntake<F> },
  format: VideoFormat,
  name: string,
): GpuVideo<F> {
  const { width, height, hasAlpha, fullChroma } = format;
  const rect = { x: 0, y: 0, width, height };
  let frame: F | null = null;
  let version = '';
  let planes: Planes = noPlanes;
  let converted: PlacedImage | null = null;
  let waits = false;
  const halves = createHalves(gpu, whole);

  function whole(): PlacedImage {
    if (converted && !waits) return converted;
    if (planes.images.length === 0) throw new Error('A video texture was drawn before its first frame.');
    if (converted) gpu.pool.giveBack(converted.image);
    const placed = planes.images.map((image) => ({ image, rect }));
    converted = drawn(gpu, rect, planes.code, planes.table, placed, planes.target);
    waits = false;
    return converted;
  }

  return {
    width,
    height,
    hasAlpha,
    bytes: width * height * (8 + (fullChroma ? 3 : 1.5)),
    isOnGpu: true,
    get version() {
      return version;
    },
    get frame() {
      return hasAlpha || fullChroma ? null : frame;
    },
    show(next, nextVersion, isAsDecoded = false) {
      const decoded = isAsDecoded && !hasAlpha && !fullChroma ? frames.decodedMeaning(next, format) : null;
      frame = decoded === null || frames.isOutputFrame(next) ? next : null;
      const named = `${name} ${nextVersion}`;
      if (named === version) return;
      version = named;
      planes = uploadPlanes(gpu, intake, { frame: next, format, decoded }, planes);
      waits = true;
      halves.clear();
    },
    level: halves.at,
    close() {
      halves.clear();
      if (converted) gpu.pool.giveBack(converted.image);
      for (const plane of planes.images) gpu.dropAfterSubmit(plane);
      planes = noPlanes;
      converted = null;
      frame = null;
    },
  };
}

function createHalves(gpu: GpuDevice, whole: () => PlacedImage): Halves {
  const made: PlacedImage[] = [];
  return {
    at(level) {
      if (level === 0) return whole();
      while (made.length < level) {
        const last = made.at(-1) ?? whole();
        made.push(halved(gpu, last, last.rect));
      }
      return made[level - 1] ?? whole();
    },
    clear() {
      for (const { image } of made) gpu.pool.giveBack(image);
      made.length = 0;
    },
  };
}
