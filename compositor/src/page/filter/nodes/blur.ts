import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { isOpaqueNode } from '../../../graph/opaque-node.ts';
import { short } from '../../short-number.ts';
import type { FilterWriter } from '../filter-writer.ts';

/** Gaussian blurs, and those along an axis as the Gaussian of equal variance; others are left out. */
export function blurPrimitive({ of, shape, edge }: GraphNodeOf<'blur'>, writer: FilterWriter): string {
  const source = writer.resultOf(of);
  const sigmas = sigmasOf(shape);
  if (shape.type !== 'gaussian') writer.inexact();
  if (!sigmas || (sigmas[0] <= 0 && sigmas[1] <= 0)) return source;
  const blurred = writer.add(`<feGaussianBlur in="${source}" stdDeviation="${sigmas.map(short).join(' ')}"/>`);
  if (edge !== 'clamp' || !isOpaqueNode(of, writer.opaque)) return blurred;
  // Filters let nothing in from beyond: the straight colours there are the mean of what lies inside, made opaque again.
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
