import type { Box } from '../../graph/box.ts';
import type { GraphNode } from '../../graph/graph-node.ts';
import type { Matrix } from '../../graph/matrix.ts';
import type { Size } from '../../graph/placement.ts';
import type { ColourSteps } from './colour-steps.ts';

/** What the nodes of a tree write themselves with. */
export interface FilterWriter {
  readonly box: Size;
  readonly opaque: ReadonlySet<string>;
  /** The part of the plane that the filter works on. */
  readonly region: Box;
  /** Writes a primitive (`markup` without `result`) and returns the name of its result. */
  add(markup: string): string;
  /** The name of a tree's result; a part that the tree uses twice is written once. */
  resultOf(tree: GraphNode): string;
  /** Writes colour steps on a result. */
  coloured(source: string, steps: ColourSteps): string;
  /**
   * Puts a drawing into the filter: one element, whose origin is the corner of the region (`toRegion` maps the box
   * there) and which has no transform, nor anything in it: Chromium draws both otherwise, at times. Where a filter shows none,
   * the region is filled with the opacity `otherwise`, 0 when absent.
   */
  drawing(name: string, attributes: string, otherwise?: number): string;
  readonly toRegion: Matrix;
  /** A gradient, pattern or mask that a drawing refers to; returns its id. */
  definition(markup: (id: string) => string): string;
  /** Says that the filter is not the tree. */
  inexact(): void;
}
