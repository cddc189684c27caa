import type { LayerGeometry } from '../../graph/layer-geometry.ts';
import type { Kernels } from '../../kernels/kernel-module.ts';
import type { PackedPlanes } from './packed-planes.ts';
import { resampleRows } from './resample.ts';
import { createSurface, releaseSurface, type Surface, viewOf } from './surface.ts';

/** A layer's pixels, premultiplied, a few rows at a time: sampled into memory that the processor has at hand, and used from there. */
export interface SampledRows {
  /** Rows [from, to) of the layer's rectangle, `from` even, `to` even or its end. Read only, valid until the next call. */
  rows(from: number, to: number): Surface;
  close(): void;
}

/** The rows of a turned layer. Close it. */
export function createSampledRows(
  kernels: Kernels,
  packed: PackedPlanes,
  { toSource, rect }: LayerGeometry,
): SampledRows {
  let surface: Surface | null = null;
  // Since the last frame the encoder has had the processor's caches. Along a turned row every pixel lies in another line of memory,
  // and each would be waited for; in order they come by themselves.
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
