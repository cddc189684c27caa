import type { GraphNode } from '../graph/graph-node.ts';
import { translation } from '../graph/matrix.ts';
import { seeded } from '../graph/seeded.ts';
import { defineTransition } from './define-transition.ts';

const bars = 14;
const framesHeld = 2;
const largestShift = 0.16;
const largestSplit = 0.02;

export const glitch = defineTransition({
  type: 'glitch',
  description: 'Bars of the picture jump sideways and its colours part, strongest at the swap halfway.',
  graph(from, to, progress, _transition, { width, height, seed, frame }) {
    const strength = 1 - Math.abs(2 * Math.min(1, Math.max(0, progress)) - 1);
    const step = Math.floor(frame / framesHeld) * bars * 3;
    const blocks = Array.from({ length: bars }, (_, bar) => {
      const random = (which: number) => seeded(seed, step + bar * 3 + which);
      const shift = (random(2) * 2 - 1) * largestShift * strength * width;
      const tall = (0.02 + random(1) * 0.12) * height;
      return { x: 0, y: Math.floor(random(0) * height), width, height: Math.ceil(tall), dx: Math.round(shift), dy: 0 };
    });
    const torn: GraphNode = {
      kind: 'remap',
      of: progress < 0.5 ? from : to,
      field: { kind: 'blocks', blocks },
      edge: 'wrap',
    };
    const split = largestSplit * strength * width;
    const shift = (of: GraphNode, x: number, channel: 'r' | 'b'): GraphNode => ({
      kind: 'transform',
      of,
      map: translation(x, 0),
      edge: 'clamp',
      channel,
    });
    return shift(shift(torn, split, 'r'), -split, 'b');
  },
});
