import { type NodeRules, rectAt } from '../node-rules.ts';
import type { LutTable } from '../values.ts';

/** Straight colours through a table (tetrahedral), mixed with the original by `intensity` 0-1; alpha stays. */
export interface LutNode<Node> {
  readonly kind: 'lut';
  readonly of: Node;
  readonly table: LutTable;
  readonly intensity: number;
}

/** Changes pixels where they are. */
export function lutRules<Node>(node: LutNode<Node>): NodeRules<Node> {
  return {
    inputs: [node.of],
    same: lutShare(node) === 0 ? node.of : undefined,
    extent: (inputs) => rectAt(inputs, 0),
    needs: (area) => [area],
    opaque: ([of = false]) => of,
  };
}

/** The intensity within 0-1. */
export function lutShare({ intensity }: LutNode<unknown>): number {
  return Math.min(1, Math.max(0, intensity));
}
