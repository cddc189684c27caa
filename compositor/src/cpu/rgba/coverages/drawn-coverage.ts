import type { RgbaSurface } from '../rgba-surface.ts';

/** A coverage as pixels, all four bytes of each the coverage. */
export interface DrawnCoverage {
  readonly surface: RgbaSurface;
  /** It stays for the next frame: not to be released. */
  readonly kept: boolean;
}
