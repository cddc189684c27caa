import { grow } from '../box.ts';
import { boxRect, type NodeRules } from '../node-rules.ts';
import type { Colour } from '../values.ts';

/** One colour over the whole box and the room around it. */
export interface SolidNode {
  readonly kind: 'solid';
  readonly colour: Colour;
  /** How far it reaches out of the box on all sides, pixels; 0 when absent. For what is drawn around an outline. */
  readonly room?: number;
}

/** Covers the box and its room. */
export function solidRules({ colour, room = 0 }: SolidNode): NodeRules<never> {
  return {
    inputs: [],
    extent: (_, scope) => grow(boxRect(scope), room, room),
    needs: () => [],
    opaque: () => colour.a >= 1,
  };
}
