import type { GraphNode, GraphNodeOf } from '../../../graph/graph-node.ts';
import { isOpaqueNode } from '../../../graph/plan.ts';
import type { LutTable } from '../../../graph/values.ts';
import { short } from '../../markup-values.ts';
import { type ColourSteps, colourSteps } from '../colour-steps.ts';
import type { FilterWriter } from '../filter-writer.ts';
import { compositePrimitive, mattePrimitive, sumPrimitive } from './composite.ts';
import { patternPrimitive, solidPrimitive } from './generators.ts';
import { transformPrimitive } from './transform.ts';

/**
 * Adds a node of an effect graph to the filter and returns the name of its result. An operation that no SVG filter
 * supports is skipped: the result is then its input.
 */
export function primitiveOf(node: Exclude<GraphNode, { kind: 'input' }>, writer: FilterWriter): string {
  switch (node.kind) {
    case 'solid':
      return solidPrimitive(node, writer);
    case 'transform':
      return transformPrimitive(node, writer);
    case 'lut':
      return lutPrimitive(node, writer);
    case 'blur':
      return blurPrimitive(node, writer);
    case 'sum':
      return sumPrimitive(node, writer);
    case 'matte':
      return mattePrimitive(node, writer);
    case 'pattern':
      return patternPrimitive(node, writer);
    case 'composite':
      return compositePrimitive(node, writer);
    case 'noise':
      // Mid grey, which the blend mode `overlay` leaves unchanged.
      writer.inexact();
      return solidPrimitive({ kind: 'solid', colour: { r: 0.5, g: 0.5, b: 0.5, a: 1 } }, writer);
    case 'remap':
    case 'key':
      writer.inexact();
      return writer.resultOf(node.of);
  }
}

/**
 * Adds a blur node. A directional blur along an axis becomes the Gaussian of equal variance; other directional and
 * radial blurs are left out. Every blur except a Gaussian marks the filter as inexact.
 */
function blurPrimitive({ of, shape, edge }: GraphNodeOf<'blur'>, writer: FilterWriter): string {
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

/** Approximates a colour table by curves and matrices, mixed with the original by the node's intensity. */
function lutPrimitive({ of, table, intensity }: GraphNodeOf<'lut'>, writer: FilterWriter): string {
  const source = writer.resultOf(of);
  if (intensity <= 0) return source;
  return writer.coloured(source, { ...stepsOf(table), share: intensity });
}

// Cache of converted tables: an unchanged table arrives with every frame, and its conversion takes milliseconds.
const recent = new Map<string, ColourSteps>();
const mostRecent = 64;

function stepsOf(table: LutTable): ColourSteps {
  const known = recent.get(table.id);
  if (known) return known;
  const steps = colourSteps(table);
  const [oldest] = recent.size < mostRecent ? [] : recent.keys();
  if (oldest !== undefined) recent.delete(oldest);
  recent.set(table.id, steps);
  return steps;
}
