import type { Rect } from '../graph/box.ts';
import type { PlacedImage } from './device-memory.ts';
import type { GpuDevice } from './gpu-device.ts';
import { createPassBuilder } from './pass-builder.ts';

/**
 * Reads the pixels of `rect` as premultiplied RGBA, rounded to 8 bits a channel, rows without gaps. Pixels outside the
 * image are transparent. Waits for the device: use it only in tests and tools.
 */
export async function readImage(gpu: GpuDevice, placed: PlacedImage, rect: Rect): Promise<Uint8Array> {
  const { memory, pool, queue } = gpu;
  const { width, height } = rect;
  const image = pool.take(width, height, 'rgba8unorm');
  const builder = createPassBuilder(rect);
  queue.add(builder.build(builder.fetch(placed), image, 'rgba8unorm'));
  const bytesPerRow = Math.ceil((width * 4) / 256) * 256;
  const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
  const buffer = memory.buffer(bytesPerRow * height, usage);
  gpu.submit((encoder) => {
    encoder.copyTextureToBuffer({ texture: image.texture }, { buffer, bytesPerRow }, [width, height]);
  });
  await buffer.mapAsync(GPUMapMode.READ);
  const mapped = new Uint8Array(buffer.getMappedRange());
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    pixels.set(mapped.subarray(y * bytesPerRow, y * bytesPerRow + width * 4), y * width * 4);
  }
  memory.free(buffer);
  pool.giveBack(image);
  return pixels;
}
