import { grow } from '../box.ts';
import { boxRect, type NodeRules } from '../node-rules.ts';
import type { Colour } from '../values.ts';

/** One colour over the whole box and its padding. */
export interface SolidNode {
  readonly kind: 'solid';
  readonly colour: Colour;
  /** Padding around the box on all sides, in pixels, for drawings around an outline. Default: 0. */
  readonly room?: number;
}

/** Returns the node rules of a solid colour, such as the area that it covers: the graph's box and its padding `room`. */
export function solidRules({ colour, room = 0 }: SolidNode): NodeRules<never> {
  return {
    inputs: [],
    extent: (_, scope) => grow(boxRect(scope), room, room),
    needs: () => [],
    opaque: () => colour.a >= 1,
  };
}
