import type { Rect } from '../box.ts';
import { type NodeRules, rectAt } from '../node-rules.ts';
import type { Colour } from '../values.ts';

/** Image with the pixels that match a key made transparent. Fractions are 0-1. */
export interface KeyNode<Node> {
  readonly kind: 'key';
  readonly of: Node;
  readonly key:
    | {
        readonly type: 'chroma';
        /**
         * Key colour. `corners`: the colour of the image's corners (`corner-chroma.ts`); when they are grey, nothing
         * becomes transparent.
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
 * Returns the rules of a key. It changes pixels in place, and reads the whole input when the colour is that of its
 * corners.
 */
export function keyRules<Node>({ of, key }: KeyNode<Node>): NodeRules<Node> {
  return {
    inputs: [of],
    extent: (inputs) => rectAt(inputs, 0),
    needs: (area) => [looksAtCorners(key) ? everything : area],
    opaque: () => false,
  };
}

/** Whether the key's colour is measured in the image. */
export function looksAtCorners(key: KeyNode<unknown>['key']): boolean {
  return key.type === 'chroma' && key.colour === 'corners';
}
