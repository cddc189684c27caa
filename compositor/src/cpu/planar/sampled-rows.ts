import type { LayerGeometry } from '../../graph/layer-geometry.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { PackedPlanes } from './packed-planes.ts';
import { resampleRows } from './resample.ts';
import { createSurface, releaseSurface, type Surface, viewOf } from './surface.ts';

/**
 * Samples the premultiplied pixels of a layer a few rows at a time, so that the rows are still in the CPU cache when
 * they are used.
 */
export interface SampledRows {
  /**
   * Returns rows [from, to) of the layer's rectangle, read-only and valid until the next call. `from` must be even,
   * `to` even or the number of rows.
   */
  rows(from: number, to: number): Surface;
  close(): void;
}

/** Creates a sampler of a rotated layer's rows. The caller must close it. */
export function createSampledRows(
  kernels: Kernels,
  packed: PackedPlanes,
  { toSource, rect }: LayerGeometry,
): SampledRows {
  let surface: Surface | null = null;
  // The encoder has evicted the CPU caches since the last frame. A rotated row touches another cache line for every
  // pixel, which would stall on each; reading the block in order lets the CPU prefetch it.
  kernels.run.readAhead(packed.block, packed.bytes);

  function roomFor(height: number): Surface {
    if (surface && surface.height >= height) return viewOf(surface, { x: 0, y: 0, width: rect.width, height });
    if (surface) releaseSurface(kernels.heap, surface);
    surface = createSurface(kernels.heap, rect.width, height, true);
    return surface;
  }

  return {
    rows(from, to) {
      const target = roomFor(to - from);
      resampleRows(kernels, packed, toSource, rect, from, target);
      return target;
    },
    close() {
      if (surface) releaseSurface(kernels.heap, surface);
      surface = null;
    },
  };
}
