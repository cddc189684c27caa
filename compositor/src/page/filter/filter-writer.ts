import type { Box } from '../../graph/box.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Matrix } from '../../graph/matrix.ts';
import type { Size } from '../../graph/placement.ts';
import { short } from '../markup-values.ts';
import type { ColourSteps } from './colour-steps.ts';

/** Builder of an SVG filter from the nodes of an effect graph. */
export interface FilterWriter {
  readonly box: Size;
  readonly opaque: ReadonlySet<string>;
  /** Filter region in pixels, relative to the box of the effect graph. */
  readonly region: Box;
  /** Adds a filter primitive (`markup` without a `result` attribute) and returns the name of its result. */
  add(markup: string): string;
  /**
   * Adds the primitives of a node and returns the name of its result. A node that the graph uses twice is added once.
   */
  resultOf(tree: GraphNode): string;
  /** Applies colour steps to a result and returns the name of the new result. */
  coloured(source: string, steps: ColourSteps): string;
  /**
   * Adds a drawing to the filter and returns the name of its result. The drawing is one element, `name` with
   * `attributes`, whose origin is the top left corner of the region (`toRegion` maps the box there). The element and
   * its descendants must not have transforms, because Chromium sometimes ignores them. Where the browser cannot show
   * drawings in a filter, the region is filled with the opacity `otherwise` (0-1, default 0).
   */
  drawing(name: string, attributes: string, otherwise?: number): string;
  readonly toRegion: Matrix;
  /** Adds a gradient, pattern or mask that a drawing uses, and returns its id. */
  definition(markup: (id: string) => string): string;
  /** Marks the filter as only an approximation of the effect graph. */
  inexact(): void;
}

/**
 * Mixes two filter results: `share` (0-1) is the weight of `over`, the remainder that of `under`. Returns the name of
 * the mix.
 */
export function mixedResult(over: string, under: string, share: number, writer: FilterWriter): string {
  if (share >= 1) return over;
  const [k2, k3] = [short(share), short(1 - share)];
  return writer.add(
    `<feComposite in="${over}" in2="${under}" operator="arithmetic" k1="0" k2="${k2}" k3="${k3}" k4="0"/>`,
  );
}
