import { drawn, numbersOf } from './filter-passes.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { PlacedImage } from './gpu-image.ts';
import { cornerWgsl } from './wgsl/corners.ts';

/**
 * Computes the chroma of an image's corners into a texture of one pixel. The pixel holds u and v (BT.709, in levels,
 * centred on 0), and 1 where the corners show a screen. Same rules as on the CPU. The caller returns the texture to the
 * pool.
 */
export function cornerChroma(gpu: GpuDevice, image: PlacedImage): PlacedImage {
  const table = numbersOf(image.rect);
  return drawn(gpu, { x: 0, y: 0, width: 1, height: 1 }, cornerWgsl, table, [image], 'rgba32float');
}
