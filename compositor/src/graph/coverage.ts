import { grow, type Rect } from './box.ts';
import { gaussianNeeds } from './gaussian-axis.ts';

/**
 * Coverage (0-1) of each pixel by a mask: a formula, a shape or another image (a node of a graph). Lengths are in
 * pixels of the processed image.
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
   * Blinds: `count` strips (slats) across the box, each covered by `share` (0-1). `angle` is in degrees clockwise; 0
   * means horizontal strips that open downwards.
   */
  | { readonly kind: 'slats'; readonly count: number; readonly share: number; readonly angle: number }
  /**
   * A channel of another image. Its edge is moved outwards by `expansion` (Euclidean distance) and softened over
   * `feather`, both in pixels.
   */
  | {
      readonly kind: 'node';
      readonly node: Node;
      readonly channel: 'alpha' | 'luma';
      readonly expansion: number;
      readonly feather: number;
    };

/** Returns the rectangle of the source image that is needed to draw `area` of a coverage. */
export function coverageNeeds(
  { expansion, feather }: Extract<CoverageOf<unknown>, { kind: 'node' }>,
  area: Rect,
): Rect {
  const halo = Math.ceil(Math.abs(expansion)) + 1;
  const sigma = featherSigma(feather);
  const blurred = gaussianNeeds(area, sigma, sigma);
  return expansion === 0 ? blurred : grow(blurred, halo, halo);
}

/** Returns the width in pixels, at least 1, over which an edge rises from 0 to 1 by a smoothstep. */
export function edgeWidth(feather: number): number {
  return Math.max(1, feather);
}

/**
 * Returns the sigma, in pixels, of the Gaussian that softens an edge like the smoothstep of `edgeWidth`: both have
 * equal variances.
 */
export function featherSigma(feather: number): number {
  return Math.max(0, feather) / Math.sqrt(20);
}
