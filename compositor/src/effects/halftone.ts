import type { GraphNode } from '../graph/graph-node.ts';
import { roomBeyond } from './beyond.ts';
import { cssColour, white } from './css-colour.ts';
import { defineEffect } from './define-effect.ts';
import { angle, colour, pixels } from './params.ts';

export const halftone = defineEffect({
  type: 'halftone',
  description: 'Printed dots of one ink on white paper.',
  params: {
    size: pixels(8, 2, 200, 'Distance of the dots.'),
    angle: angle(45, 'Turn of their grid.'),
    color: colour('#000000', 'The ink.'),
  },
  graph: (input, { size, angle, color }, moment) => {
    const room = roomBeyond(moment);
    const paper: GraphNode = {
      kind: 'composite',
      over: { kind: 'solid', colour: white, room },
      under: input,
      blend: 'normal',
      opacity: 1,
      atop: true,
    };
    const pattern = { type: 'dots', of: input, size: size * moment.scale, angle } as const;
    const ink: GraphNode = { kind: 'pattern', colour: cssColour(color), pattern, room };
    return { kind: 'composite', over: ink, under: paper, blend: 'normal', opacity: 1, atop: true };
  },
});
