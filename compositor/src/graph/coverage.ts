import { grow, type Rect } from './box.ts';
import { gaussianNeeds } from './gaussian-axis.ts';
import { featherSigma } from './soft-edge.ts';

/** How much of each pixel is kept, 0-1, as a formula, a shape or another picture (a node of a graph). Lengths are pixels of the picture worked on. */
export type CoverageOf<Node> =
  /** Inside an SVG path (nonzero), its edge moved outwards by `expansion`, softened over `feather` pixels around it. */
  | { readonly kind: 'outline'; readonly d: string; readonly feather: number; readonly expansion: number }
  /** 1 on the side that `angle` (degrees clockwise from the x axis) points to, from the line through (x, y). */
  | { readonly kind: 'half'; readonly x: number; readonly y: number; readonly angle: number; readonly feather: number }
  | {
      readonly kind: 'disc';
      readonly x: number;
      readonly y: number;
      readonly radiusX: number;
      readonly radiusY: number;
      readonly feather: number;
    }
  /** The first `share` (0-1) of a turn clockwise from 12 o'clock around (x, y). */
  | { readonly kind: 'sweep'; readonly x: number; readonly y: number; readonly share: number; readonly feather: number }
  /** `count` slats across the box, each open by `share` (0-1); `angle` degrees clockwise, 0: horizontal slats opening downwards. */
  | { readonly kind: 'slats'; readonly count: number; readonly share: number; readonly angle: number }
  /** A channel of another picture, its edge moved (Euclidean) by `expansion` and softened over `feather`. */
  | {
      readonly kind: 'node';
      readonly node: Node;
      readonly channel: 'alpha' | 'luma';
      readonly expansion: number;
      readonly feather: number;
    };

/** The part of its picture that `area` of a coverage is made of. */
export function coverageNeeds(
  { expansion, feather }: Extract<CoverageOf<unknown>, { kind: 'node' }>,
  area: Rect,
): Rect {
  const halo = Math.ceil(Math.abs(expansion)) + 1;
  const sigma = featherSigma(feather);
  const blurred = gaussianNeeds(area, sigma, sigma);
  return expansion === 0 ? blurred : grow(blurred, halo, halo);
}
