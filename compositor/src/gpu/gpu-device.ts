import { FramemillError } from '@framemill/timeline/rendering';
import { createDeviceMemory, type DeviceMemory, deviceFull, type ImageFormat } from './device-memory.ts';
import type { GpuImage } from './gpu-image.ts';
import { createKeptImages, type KeptImages } from './kept-images.ts';
import { createPassQueue, type PassQueue } from './pass-queue.ts';
import { createPassTimer, type PassTimer } from './pass-timer.ts';
import { createTexturePool, type TexturePool } from './texture-pool.ts';

/** What drawing needs of a device: shared by everything that draws on it. */
export interface GpuDevice {
  readonly device: GPUDevice;
  readonly queue: PassQueue;
  /** How long the device computes. */
  readonly timer: PassTimer;
  readonly memory: DeviceMemory;
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
  /** What becomes of a render that draws on it; null: nothing, the device is there. */
  lost(): FramemillError | null;
  close(): void;
}

/** How much memory of a device may be taken. Bytes. */
export interface DeviceBounds {
  /** By everything. Default: no bound. */
  readonly memoryBytes?: number;
  /** By tables and shapes that stay. */
  readonly keptBytes: number;
}

// Two bindings of a pass are its table and what it writes; a few textures are left for what comes on top.
const reserve = 2;

/** Draws on `device` within `bounds`. */
export function createGpuDevice(
  device: GPUDevice,
  { memoryBytes = Number.POSITIVE_INFINITY, keptBytes }: DeviceBounds,
): GpuDevice {
  let garbage: GpuImage[] = [];
  let loss: FramemillError | null = null;
  const queue = createPassQueue(device, () => timer.next());
  const memory = createDeviceMemory(device, memoryBytes, {
    flush: () => submit(),
    onFull: (error) => {
      loss ??= error;
    },
  });
  const timer = createPassTimer(device, memory);
  const pool = createTexturePool(memory);
  const kept = createKeptImages(memory, keptBytes);
  // A mistake of ours, or no memory: what was drawn since is not to be used.
  device.onuncapturederror = ({ error }) => {
    loss ??= error instanceof GPUOutOfMemoryError ? deviceFull(firstLine(error.message)) : deviceLost(error.message);
  };
  // Never rejects; tells of `destroy` as well, after which nobody asks.
  void device.lost.then((info) => {
    loss ??= deviceLost(info.message || info.reason);
  });

  function submit(more?: (encoder: GPUCommandEncoder) => void): void {
    if (loss !== null) throw loss;
    queue.submit(more);
    for (const image of garbage) memory.free(image);
    garbage = [];
  }

  return {
    device,
    queue,
    timer,
    memory,
    pool,
    kept,
    mostTextures: device.limits.maxSampledTexturesPerShaderStage - reserve,
    longestSide: device.limits.maxTextureDimension2D,
    dropAfterSubmit: (image) => void garbage.push(image),
    submit,
    lost: () => loss,
    close() {
      kept.close();
      queue.close();
      timer.close();
      pool.close();
      device.destroy();
    },
  };
}

/** What becomes of a render whose device is gone: it is tried again, here or elsewhere. */
export function deviceLost(reason: string): FramemillError {
  return new FramemillError('unavailable', `The graphics card was lost while it drew (${firstLine(reason)}).`, {
    deviceLost: true,
  });
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/** A texture of given pixels: rows without gaps. Throws `unavailable` when the device has no room for it. */
export function uploadImage(
  { device, memory }: Pick<GpuDevice, 'device' | 'memory'>,
  data: ArrayBufferView<ArrayBuffer>,
  [width, height, depth = 1]: readonly [width: number, height: number, depth?: number],
  format: ImageFormat,
): GpuImage {
  const usage = GPUTextureUsage.TEXTURE_BINDING | GPUTextureUsage.COPY_DST;
  const image = memory.image({ width, height, depth, format, usage });
  const layout = { bytesPerRow: image.bytes / (height * depth), rowsPerImage: height };
  device.queue.writeTexture({ texture: image.texture }, data, layout, [width, height, depth]);
  return image;
}
