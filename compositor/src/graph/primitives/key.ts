import type { Rect } from '../box.ts';
import { type NodeRules, rectAt } from '../node-rules.ts';
import type { Colour } from '../values.ts';

/** The picture with what matches the key made transparent. Shares are 0-1. */
export interface KeyNode<Node> {
  readonly kind: 'key';
  readonly of: Node;
  readonly key:
    | {
        readonly type: 'chroma';
        /** `corners`: that of the picture's corners (`corner-chroma.ts`); where they are grey, nothing becomes transparent. */
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

/** Changes pixels where they are; looks at the whole input when the colour is that of its corners. */
export function keyRules<Node>({ of, key }: KeyNode<Node>): NodeRules<Node> {
  return {
    inputs: [of],
    extent: (inputs) => rectAt(inputs, 0),
    needs: (area) => [looksAtCorners(key) ? everything : area],
    opaque: () => false,
  };
}

/** Whether the key's colour is found in the picture. */
export function looksAtCorners(key: KeyNode<unknown>['key']): boolean {
  return key.type === 'chroma' && key.colour === 'corners';
}
