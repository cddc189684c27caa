import type { GraphNode } from '../graph/graph-node.ts';
import { around } from './around.ts';
import { cssColour } from './css-colour.ts';
import { defineEffect } from './define-effect.ts';
import { colour, pixels } from './params.ts';

export const outline = defineEffect({
  type: 'outline',
  description: 'A line around the outline, as of a sticker.',
  params: {
    width: pixels(4, 0, 100, 'Width of the line.'),
    color: colour('#ffffff', 'Colour of the line.'),
  },
  followsOutline: true,
  graph: (input, { width, color }, { scale }) => {
    if (width === 0) return input;
    const by = { kind: 'node', node: input, channel: 'alpha', expansion: width * scale, feather: 0 } as const;
    const solid: GraphNode = { kind: 'solid', colour: cssColour(color), room: around };
    const line: GraphNode = { kind: 'matte', of: solid, by, invert: false, strength: 1 };
    return { kind: 'composite', over: input, under: line, blend: 'normal', opacity: 1 };
  },
});
