import type { Rect } from '../graph/box.ts';
import { type AxisFilter, filtered } from './filter-passes.ts';
import type { GpuDevice } from './gpu-device.ts';
import type { PlacedImage } from './gpu-image.ts';

// Mean of two neighbours.
const pairs: AxisFilter = { step: 2, first: 0, weights: [0.5, 0.5] };

/**
 * Halves `part` of an image (its corner even) by the mean of 2 x 2 pixels. Odd sizes repeat their last column and row.
 * The caller returns the result to the pool.
 */
export function halved(gpu: GpuDevice, source: PlacedImage, part: Rect): PlacedImage {
  const rect = {
    x: part.x / 2,
    y: part.y / 2,
    width: (part.width + 1) >> 1,
    height: (part.height + 1) >> 1,
  };
  return filtered(gpu, source, part, rect, { x: pairs, y: pairs }, true);
}
