import type { Box } from '../../graph/box.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Matrix } from '../../graph/matrix.ts';
import type { Size } from '../../graph/placement.ts';
import { short } from '../markup-values.ts';
import type { ColourSteps } from './colour-steps.ts';

/** Interface through which the nodes of an effect graph write themselves into an SVG filter. */
export interface FilterWriter {
  readonly box: Size;
  readonly opaque: ReadonlySet<string>;
  /** Rectangle on which the filter works, in pixels of the box. */
  readonly region: Box;
  /** Writes a primitive (`markup` without a `result` attribute) and returns the name of its result. */
  add(markup: string): string;
  /** Returns the name of a node's result. A node that the graph uses twice is written once. */
  resultOf(tree: GraphNode): string;
  /** Applies colour steps to a result and returns the name of the new result. */
  coloured(source: string, steps: ColourSteps): string;
  /**
   * Puts a drawing into the filter and returns the name of its result. The drawing is one element whose origin is the
   * top left corner of the region (`toRegion` maps the box there). Neither the element nor anything in it may have a
   * transform, because Chromium ignores such transforms at times. Where a filter shows no drawings, the region is
   * filled with the opacity `otherwise` (0-1, default 0).
   */
  drawing(name: string, attributes: string, otherwise?: number): string;
  readonly toRegion: Matrix;
  /** Writes a gradient, pattern or mask to which a drawing refers, and returns its id. */
  definition(markup: (id: string) => string): string;
  /** Marks the filter as only an approximation of the effect graph. */
  inexact(): void;
}

/** Mixes two filter results, `share` (0-1) of `over` and the rest of `under`, and returns the name of the mix. */
export function mixedResult(over: string, under: string, share: number, writer: FilterWriter): string {
  if (share >= 1) return over;
  const [k2, k3] = [short(share), short(1 - share)];
  return writer.add(
    `<feComposite in="${over}" in2="${under}" operator="arithmetic" k1="0" k2="${k2}" k3="${k3}" k4="0"/>`,
  );
}
