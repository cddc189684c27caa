import { FramemillError } from '@framemill/timeline/rendering';
import type { GpuImage } from './gpu-image.ts';
import { createKeptImages, type KeptImages } from './kept-images.ts';
import { createPassQueue, type PassQueue } from './pass-queue.ts';
import { createTexturePool, type TexturePool } from './texture-pool.ts';

/** What drawing needs of a device: shared by everything that draws on it. */
export interface GpuDevice {
  readonly device: GPUDevice;
  readonly queue: PassQueue;
  readonly pool: TexturePool;
  /** Tables and shapes that stay from frame to frame, bounded by bytes. */
  readonly kept: KeptImages;
  /** Textures a pass may read. */
  readonly mostTextures: number;
  /** Longest side of a texture. Pixels. */
  readonly longestSide: number;
  /** Frees a texture when what was added so far has been submitted. */
  dropAfterSubmit(image: GpuImage): void;
  /** Submits what was added, then what `more` encodes. Throws `unavailable` when the device is gone. */
  submit(more?: (encoder: GPUCommandEncoder) => void): void;
  /** Why the device is gone; null: it is there. */
  lost(): string | null;
  close(): void;
}

// Two bindings of a pass are its table and what it writes; a few textures are left for what comes on top.
const reserve = 2;

/** `keptBytes` bounds tables and shapes. */
export function createGpuDevice(device: GPUDevice, keptBytes: number): GpuDevice {
  const queue = createPassQueue(device);
  const pool = createTexturePool(device);
  const kept = createKeptImages(keptBytes);
  let garbage: GpuImage[] = [];
  let reason: string | null = null;
  // A mistake of ours, or no memory: what was drawn since is not to be used.
  device.onuncapturederror = ({ error }) => {
    reason ??= error.message;
  };
  // Never rejects; tells of `destroy` as well, after which nobody asks.
  void device.lost.then((info) => {
    reason = info.message || info.reason;
  });
  return {
    device,
    queue,
    pool,
    kept,
    mostTextures: device.limits.maxSampledTexturesPerShaderStage - reserve,
    longestSide: device.limits.maxTextureDimension2D,
    dropAfterSubmit: (image) => void garbage.push(image),
    submit(more) {
      if (reason !== null) throw deviceLost(reason);
      queue.submit(more);
      for (const { texture } of garbage) texture.destroy();
      garbage = [];
    },
    lost: () => reason,
    close() {
      kept.close();
      queue.close();
      pool.close();
      device.destroy();
    },
  };
}

/** What becomes of a render whose device is gone: it is tried again, here or elsewhere. */
export function deviceLost(reason: string): FramemillError {
  const [first] = reason.split('\n');
  return new FramemillError('unavailable', `The graphics card was lost while it drew (${first}).`, {
    deviceLost: true,
  });
}

/** A texture of given pixels: rows without gaps, `bytesPerPixel` each. */
export function uploadImage(
  device: GPUDevice,
  data: ArrayBufferView<ArrayBuffer>,
  [width, height, depth = 1]: readonly [width: number, height: number, depth?: number],
  format: 'r8unorm' | 'rgba8unorm' | 'rgba32float',
  bytesPerPixel: number,
): GpuImage {
  const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST;
  const size = [width, height, depth];
  const texture = device.createTexture({ size, format, usage, dimension: depth > 1 ? '3d' : '2d' });
  device.queue.writeTexture({ texture }, data, { bytesPerRow: width * bytesPerPixel, rowsPerImage: height }, size);
  return { texture, view: texture.createView(), width, height, bytes: width * height * depth * bytesPerPixel };
}
