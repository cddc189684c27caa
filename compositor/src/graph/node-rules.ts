import type { Rect } from './box.ts';
import type { Size } from './placement.ts';

/** Box and inputs for which the nodes of one effect graph are planned. */
export interface GraphScope {
  /** Size of the box for which the graph was built; its top left pixel is (0, 0). */
  readonly box: Size;
  /** Extents of the graph's inputs by name, in the box's coordinates. */
  readonly inputs: ReadonlyMap<string, Rect>;
}

/**
 * Rules for planning an effect graph before any pixel is drawn: the extent and the dependencies of a node. They are the
 * same for every backend.
 */
export interface NodeRules<Node> {
  readonly inputs: readonly Node[];
  /** Input that is equal to the node's result, so that the node can be skipped; absent when there is none. */
  readonly same?: Node | undefined;
  /** Returns the rectangle outside which the result is transparent. `inputs` are the extents of the inputs. */
  extent(inputs: readonly Rect[], scope: GraphScope): Rect;
  /** Returns the rectangle of each input that is needed, at most, to draw `area` of the result. */
  needs(area: Rect, scope: GraphScope): readonly Rect[];
  /**
   * Whether the result certainly covers its whole box with opaque pixels, judged only by the structure of the graph.
   * false means unknown. `inputs`: whether each input of the node covers the box. `given`: names of the graph's inputs
   * that cover the box.
   */
  opaque(inputs: readonly boolean[], given: ReadonlySet<string>): boolean;
}

/** Returns the box as a rectangle. */
export function boxRect({ box }: GraphScope): Rect {
  return { x: 0, y: 0, width: box.width, height: box.height };
}

/** Returns the extent at an index; an empty rectangle when there is none. */
export function rectAt(rects: readonly Rect[], index: number): Rect {
  return rects[index] ?? { x: 0, y: 0, width: 0, height: 0 };
}
