import { type NodeRules, rectAt } from '../node-rules.ts';
import type { LutTable } from '../values.ts';

/**
 * Maps straight colours through a table (tetrahedral interpolation), mixed with the original by `intensity` (0-1).
 * Alpha stays.
 */
export interface LutNode<Node> {
  readonly kind: 'lut';
  readonly of: Node;
  readonly table: LutTable;
  readonly intensity: number;
}

/** Returns the rules of a table, which changes pixels in place. */
export function lutRules<Node>(node: LutNode<Node>): NodeRules<Node> {
  return {
    inputs: [node.of],
    same: lutShare(node) === 0 ? node.of : undefined,
    extent: (inputs) => rectAt(inputs, 0),
    needs: (area) => [area],
    opaque: ([of = false]) => of,
  };
}

/** Returns the intensity, clamped to 0-1. */
export function lutShare({ intensity }: LutNode<unknown>): number {
  return Math.min(1, Math.max(0, intensity));
}
