import { parseColor } from '@framemill/timeline/rendering';
import type { GraphNode } from '../graph/graph-node.ts';
import { translation } from '../graph/matrix.ts';
import { around, colour, cssColour, defineEffect, pixels, share } from './define-effect.ts';

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
