import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { isOpaqueNode } from '../../../graph/opaque-node.ts';
import { short } from '../../short-number.ts';
import type { FilterWriter } from '../filter-writer.ts';

/**
 * Writes a blur node. A directional blur along an axis becomes the Gaussian of equal variance; other directional and
 * radial blurs are left out. Every blur except a Gaussian marks the filter as inexact.
 */
export function blurPrimitive({ of, shape, edge }: GraphNodeOf<'blur'>, writer: FilterWriter): string {
  const source = writer.resultOf(of);
  const sigmas = sigmasOf(shape);
  if (shape.type !== 'gaussian') writer.inexact();
  if (!sigmas || (sigmas[0] <= 0 && sigmas[1] <= 0)) return source;
  const blurred = writer.add(`<feGaussianBlur in="${source}" stdDeviation="${sigmas.map(short).join(' ')}"/>`);
  if (edge !== 'clamp' || !isOpaqueNode(of, writer.opaque)) return blurred;
  // A filter reads transparent pixels beyond the box. The straight colours at the edge are the mean of the pixels
  // inside, and alpha is made opaque again.
  const solid = writer.add(
    `<feComponentTransfer in="${blurred}"><feFuncA type="linear" slope="0" intercept="1"/></feComponentTransfer>`,
  );
  return writer.add(`<feComposite in="${solid}" in2="${source}" operator="in"/>`);
}

function sigmasOf(shape: GraphNodeOf<'blur'>['shape']): [x: number, y: number] | null {
  if (shape.type === 'gaussian') return [shape.sigmaX, shape.sigmaY];
  if (shape.type === 'radial') return null;
  // A box of length l has the variance l^2 / 12.
  const sigma = shape.length / Math.sqrt(12);
  if (shape.angle % 180 === 0) return [sigma, 0];
  return shape.angle % 90 === 0 ? [0, sigma] : null;
}
