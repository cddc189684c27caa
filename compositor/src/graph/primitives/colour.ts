import type { Rect } from '../box.ts';
import { type NodeRules, rectAt } from '../node-rules.ts';
import type { Colour, LutTable } from '../values.ts';

/** Graph node that makes the pixels of an image that match a key transparent. Fractions are 0-1. */
export interface KeyNode<Node> {
  readonly kind: 'key';
  readonly of: Node;
  readonly key:
    | {
        readonly type: 'chroma';
        /**
         * Key colour. `corners`: the colour in the image's corners (see `cornerChroma`); if it is grey, nothing becomes
         * transparent.
         */
        readonly colour: Colour | 'corners';
        readonly similarity: number;
        readonly smoothness: number;
        readonly spill: number;
      }
    | {
        readonly type: 'luma';
        readonly threshold: number;
        readonly tolerance: number;
        readonly softness: number;
        readonly invert: boolean;
      };
}

const everything: Rect = { x: -(2 ** 24), y: -(2 ** 24), width: 2 ** 25, height: 2 ** 25 };

/**
 * Returns the planning rules (extent and dependencies) of a key node. The node does not move pixels. It reads the whole
 * input when the key colour is taken from the image's corners.
 */
export function keyRules<Node>({ of, key }: KeyNode<Node>): NodeRules<Node> {
  return {
    inputs: [of],
    extent: (inputs) => rectAt(inputs, 0),
    needs: (area) => [looksAtCorners(key) ? everything : area],
    opaque: () => false,
  };
}

/** Whether the key colour is taken from the image's corners. */
export function looksAtCorners(key: KeyNode<unknown>['key']): boolean {
  return key.type === 'chroma' && key.colour === 'corners';
}

/**
 * Graph node that maps straight colours through a table (tetrahedral interpolation), mixed with the original by
 * `intensity` (0-1). Alpha does not change.
 */
export interface LutNode<Node> {
  readonly kind: 'lut';
  readonly of: Node;
  readonly table: LutTable;
  readonly intensity: number;
}

/** Returns the planning rules (extent and dependencies) of a colour table node. The node does not move pixels. */
export function lutRules<Node>(node: LutNode<Node>): NodeRules<Node> {
  return {
    inputs: [node.of],
    same: lutShare(node) === 0 ? node.of : undefined,
    extent: (inputs) => rectAt(inputs, 0),
    needs: (area) => [area],
    opaque: ([of = false]) => of,
  };
}

/** Returns the intensity of a colour table node (weight of the mapped colours), clamped to 0-1. */
export function lutShare({ intensity }: LutNode<unknown>): number {
  return Math.min(1, Math.max(0, intensity));
}
