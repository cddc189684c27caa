import { parseColor } from '@framemill/timeline/rendering';
import type { GraphNode } from '../graph/graph-node.ts';
import { translation } from '../graph/matrix.ts';
import { around } from './around.ts';
import { cssColour } from './css-colour.ts';
import { defineEffect } from './define-effect.ts';
import { colour, pixels, share } from './params.ts';

export const dropShadow = defineEffect({
  type: 'drop-shadow',
  description: 'The shadow of the outline, below the picture.',
  params: {
    x: pixels(10, -500, 500, 'How far to the right it falls.'),
    y: pixels(10, -500, 500, 'How far down it falls.'),
    blur: pixels(20, 0, 400, 'Softness: twice the standard deviation, as in CSS shadows.'),
    color: colour('#000000', 'Colour of the shadow.'),
    opacity: share(0.5, 'Opacity of the shadow.'),
  },
  followsOutline: true,
  // The filter's length is the standard deviation, unlike that of CSS shadows.
  css: ({ x, y, blur, color, opacity }) => {
    const { r, g, b, a } = parseColor(color);
    return `drop-shadow(${x}px ${y}px ${blur / 2}px rgba(${r},${g},${b},${a * opacity}))`;
  },
  graph: (input, { x, y, blur, color, opacity }, { scale }) => {
    if (opacity === 0) return input;
    const solid: GraphNode = { kind: 'solid', colour: cssColour(color), room: around };
    const by = { kind: 'node', node: input, channel: 'alpha', expansion: 0, feather: 0 } as const;
    const outline: GraphNode = { kind: 'matte', of: solid, by, invert: false, strength: 1 };
    const map = translation(x * scale, y * scale);
    const moved: GraphNode = { kind: 'transform', of: outline, map, edge: 'transparent' };
    const sigma = (blur * scale) / 2;
    const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
    const soft: GraphNode = sigma === 0 ? moved : { kind: 'blur', of: moved, edge: 'transparent', shape };
    const none: GraphNode = { kind: 'solid', colour: { r: 0, g: 0, b: 0, a: 0 } };
    const shadow: GraphNode =
      opacity === 1 ? soft : { kind: 'composite', over: soft, under: none, blend: 'normal', opacity };
    return { kind: 'composite', over: input, under: shadow, blend: 'normal', opacity: 1 };
  },
});
