import type { Rect } from './box.ts';
import type { Size } from './placement.ts';

/** What the nodes of one graph are worked out for. */
export interface GraphScope {
  /** The box that the graph is made for; its top left pixel is (0, 0). */
  readonly box: Size;
  /** Where the inputs that are given have pixels, in the box's coordinates. */
  readonly inputs: ReadonlyMap<string, Rect>;
}

/** What is known of a node of a graph before a pixel is drawn. The same for every backend. */
export interface NodeRules<Node> {
  readonly inputs: readonly Node[];
  /** The input that the result is equal to: nothing is drawn. */
  readonly same?: Node | undefined;
  /** Where the result may be other than transparent. `inputs` are the extents of the inputs. */
  extent(inputs: readonly Rect[], scope: GraphScope): Rect;
  /** Which part of each input `area` of the result is made of, at most. */
  needs(area: Rect, scope: GraphScope): readonly Rect[];
  /**
   * Whether the result covers its whole box, judged by its form alone: true is certain, false is not. `inputs`: the same of each
   * input; `given`: names of the given inputs that cover the box.
   */
  opaque(inputs: readonly boolean[], given: ReadonlySet<string>): boolean;
}

/** The box as a rectangle. */
export function boxRect({ box }: GraphScope): Rect {
  return { x: 0, y: 0, width: box.width, height: box.height };
}

/** The extent of an input; empty where a node was given fewer than it names. */
export function rectAt(rects: readonly Rect[], index: number): Rect {
  return rects[index] ?? { x: 0, y: 0, width: 0, height: 0 };
}
