import { FramemillError } from '@framemill/timeline/rendering';
import { createDeviceMemory, type DeviceMemory, deviceFull, type GpuImage, type ImageFormat } from './device-memory.ts';
import { createPassQueue, createPassTimer, type PassQueue, type PassTimer } from './pass-queue.ts';
import { createTexturePool, type TexturePool } from './texture-pool.ts';

/** GPU device with the state that all drawing on it shares: memory, shaders and caches. */
export interface GpuDevice {
  readonly device: GPUDevice;
  readonly queue: PassQueue;
  /** Timer of the device's computation time. */
  readonly timer: PassTimer;
  readonly memory: DeviceMemory;
  readonly pool: TexturePool;
  /** Cache of tables and shapes that are used in many frames. Its size in bytes is limited. */
  readonly kept: KeptImages;
  /** Maximum number of textures that a compute pass may read. */
  readonly mostTextures: number;
  /** Maximum side of a texture, in pixels. */
  readonly longestSide: number;
  /** Frees a texture after all passes recorded so far have been submitted. */
  dropAfterSubmit(image: GpuImage): void;
  /**
   * Submits the recorded passes and then the commands that `more` encodes. Throws `unavailable` when the device was
   * lost.
   */
  submit(more?: (encoder: GPUCommandEncoder) => void): void;
  /** Returns the error for renders on this device when the device was lost; null while it works. */
  lost(): FramemillError | null;
  close(): void;
}

/** Limits on the memory of a device, in bytes. */
export interface DeviceBounds {
  /** Maximum memory. Default: unlimited. */
  readonly memoryBytes?: number;
  /** Maximum size of the cached tables and shapes. */
  readonly keptBytes: number;
}

// Bindings of a pass besides its textures: its table and its target.
const reserve = 2;

/** Creates the drawing state of `device` within `bounds`. */
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
  // An error in a shader or call, or no memory: the results since then must not be used.
  device.onuncapturederror = ({ error }) => {
    loss ??= error instanceof GPUOutOfMemoryError ? deviceFull(firstLine(error.message)) : deviceLost(error.message);
  };
  // This promise never rejects. It also resolves after `destroy`, when the error is no longer read.
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

/** Returns the limits of an adapter that its device must have: the largest that the drawing uses. */
export function neededLimits({ limits }: GPUAdapter): Record<string, number> {
  const { maxTextureDimension2D, maxSampledTexturesPerShaderStage, maxBufferSize, maxStorageBufferBindingSize } =
    limits;
  return { maxTextureDimension2D, maxSampledTexturesPerShaderStage, maxBufferSize, maxStorageBufferBindingSize };
}

/** Whether an adapter is a software implementation of a GPU, by its description. */
export function isSoftwareAdapter({ architecture, device, description }: GPUAdapterInfo): boolean {
  return /swiftshader|llvmpipe|lavapipe|softpipe/i.test(`${architecture} ${device} ${description}`);
}

/** Creates the error for a render whose device was lost. The render can be retried on this GPU or elsewhere. */
export function deviceLost(reason: string): FramemillError {
  return new FramemillError('unavailable', `The GPU was lost while drawing (${firstLine(reason)}). Render again.`, {
    deviceLost: true,
  });
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}

/**
 * Creates a texture from pixels whose rows are stored without gaps. Throws `unavailable` when the device has not enough
 * memory.
 */
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

/** Cache of textures that are used in many frames and segments: colour tables and outlines. */
interface KeptImages {
  /** Returns the image with this key. If there is none, calls `make`, which uploads or draws it. */
  keep(key: string, make: () => GpuImage): GpuImage;
  /**
   * Frees the least recently used images while the cache exceeds its limit. Images that were used in the last frame are
   * not freed.
   */
  endFrame(): void;
  readonly bytes: number;
  close(): void;
}

/**
 * Creates an empty cache of at most `mostBytes`. When memory is short, it also frees images that the current frame has
 * not used.
 */
function createKeptImages(memory: DeviceMemory, mostBytes: number): KeptImages {
  // Insertion order is the order of use.
  const images = new Map<string, GpuImage>();
  const used = new Set<string>();
  let bytes = 0;

  function freeDownTo(share: number): void {
    for (const [key, image] of images) {
      if (bytes <= share) break;
      if (used.has(key)) continue;
      memory.free(image);
      images.delete(key);
      bytes -= image.bytes;
    }
  }

  const forget = memory.onShort(() => freeDownTo(0));
  return {
    keep(key, make) {
      const image = images.get(key) ?? make();
      if (!images.delete(key)) bytes += image.bytes;
      images.set(key, image);
      used.add(key);
      return image;
    },
    endFrame() {
      freeDownTo(mostBytes);
      used.clear();
    },
    get bytes() {
      return bytes;
    },
    close() {
      forget();
      for (const image of images.values()) memory.free(image);
      images.clear();
    },
  };
}
