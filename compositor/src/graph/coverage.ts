import { grow, type Rect } from './box.ts';
import { gaussianNeeds } from './gaussian-axis.ts';

/**
 * Coverage of each pixel, 0-1, given by a formula, a shape or another image (a node of a graph). Lengths are pixels of
 * the image that is processed.
 */
export type CoverageOf<Node> =
  /**
   * Inside of an SVG path (nonzero fill rule). The path's edge is moved outwards by `expansion` and softened over
   * `feather` pixels.
   */
  | { readonly kind: 'outline'; readonly d: string; readonly feather: number; readonly expansion: number }
  /**
   * Half plane: 1 on the side of the line through (x, y) to which `angle` (degrees clockwise from the x axis) points.
   */
  | { readonly kind: 'half'; readonly x: number; readonly y: number; readonly angle: number; readonly feather: number }
  | {
      readonly kind: 'disc';
      readonly x: number;
      readonly y: number;
      readonly radiusX: number;
      readonly radiusY: number;
      readonly feather: number;
    }
  /** Sector: the first `share` (0-1) of the full circle around (x, y), clockwise from 12 o'clock. */
  | { readonly kind: 'sweep'; readonly x: number; readonly y: number; readonly share: number; readonly feather: number }
  /**
   * Blinds: `count` slats across the box, each open by `share` (0-1). `angle` is in degrees clockwise; 0 means
   * horizontal slats that open downwards.
   */
  | { readonly kind: 'slats'; readonly count: number; readonly share: number; readonly angle: number }
  /**
   * Channel of another image, with its edge moved by `expansion` (Euclidean distance) and softened over `feather`
   * pixels.
   */
  | {
      readonly kind: 'node';
      readonly node: Node;
      readonly channel: 'alpha' | 'luma';
      readonly expansion: number;
      readonly feather: number;
    };

/** Computes the part of the source image that is needed to draw `area` of a coverage. */
export function coverageNeeds(
  { expansion, feather }: Extract<CoverageOf<unknown>, { kind: 'node' }>,
  area: Rect,
): Rect {
  const halo = Math.ceil(Math.abs(expansion)) + 1;
  const sigma = featherSigma(feather);
  const blurred = gaussianNeeds(area, sigma, sigma);
  return expansion === 0 ? blurred : grow(blurred, halo, halo);
}

/** Returns the width in pixels over which an edge rises from 0 to 1 (smoothstep). At least one pixel. */
export function edgeWidth(feather: number): number {
  return Math.max(1, feather);
}

/**
 * Computes the sigma of the Gaussian that softens a hard edge like the smoothstep of `edgeWidth`. The Gaussian and the
 * smoothstep have equal variances.
 */
export function featherSigma(feather: number): number {
  return Math.max(0, feather) / Math.sqrt(20);
}
