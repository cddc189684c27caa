import type { RgbaSurface } from '../rgba-surface.ts';

/** Coverage as pixels. All four bytes of a pixel hold the coverage. */
export interface DrawnCoverage {
  readonly surface: RgbaSurface;
  /** Whether the surface is cached for the next frame. The caller must not release it then. */
  readonly kept: boolean;
}
