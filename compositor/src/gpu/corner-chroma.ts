import { drawn, numbersOf } from './filter-passes.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { PlacedImage } from './gpu-image.ts';
import { cornerWgsl } from './wgsl/corners.ts';

/** A texture of one pixel: u, v (BT.709, levels, centred) of a picture's corners, and 1 where they show a screen, as on the processor. The caller gives it back. */
export function cornerChroma(gpu: GpuDevice, image: PlacedImage): PlacedImage {
  const table = numbersOf(image.rect);
  return drawn(gpu, { x: 0, y: 0, width: 1, height: 1 }, cornerWgsl, table, [image], 'rgba32float');
}
