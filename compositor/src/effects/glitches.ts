import type { DisplacementMap } from '../graph/displacement-map.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import { translation } from '../graph/matrix.ts';
import { randomOf } from '../graph/seeded.ts';
import type { Edge } from '../graph/values.ts';
import { angle, bendEdge, blurEdge, defineEffect, number, paddingBeyond, pixels, share } from './define-effect.ts';

export const rgbSplit = defineEffect({
  type: 'rgb-split',
  description: 'Colour fringes: red and blue drawn apart.',
  params: {
    amount: pixels(8, 0, 200, 'How far red and blue move, each its own way.'),
    angle: angle(0, 'Where red moves.'),
  },
  graph: (input, { amount, angle }, moment) => {
    if (amount === 0) return input;
    const reach = amount * moment.scale;
    const radians = (angle * Math.PI) / 180;
    return splitChannels(input, reach * Math.cos(radians), reach * Math.sin(radians), blurEdge(moment));
  },
});

export const glitch = defineEffect({
  type: 'glitch',
  description: 'A digital fault: bands jump sideways and colours come apart, in bursts.',
  params: {
    amount: share(0.5, 'How far things jump.'),
    rate: number(8, 0, 60, 'How often the fault changes. Hertz; 0 holds it.'),
  },
  graph: (input, { amount, rate }, moment) => {
    if (amount === 0) return input;
    const burst = Math.floor(moment.timeSec * rate + 1e-9);
    const random = (which: number) => randomOf(moment.seed, burst, which);
    if (rate > 0 && random(0) < calmShare) return input;
    const strength = amount * (0.4 + 0.6 * random(1));
    const field: DisplacementMap = { kind: 'blocks', blocks: jumpingBands(strength, random, moment) };
    const torn: GraphNode = { kind: 'remap', of: input, field, edge: bendEdge(moment) };
    const apart = strength * 0.02 * moment.width * (random(2) < 0.5 ? -1 : 1);
    return splitChannels(torn, apart, 0, blurEdge(moment));
  },
});

/** Fraction (0-1) of the glitch's time intervals in which nothing changes. */
const calmShare = 0.25;

function jumpingBands(strength: number, random: (which: number) => number, moment: Moment) {
  const { width, height } = moment;
  const room = paddingBeyond(moment);
  const count = 3 + Math.floor(9 * strength);
  return Array.from({ length: count }, (_, index) => {
    const of = (which: number) => random(10 + index * 8 + which);
    const tall = (0.01 + 0.11 * of(0) ** 2) * height;
    const whole = of(1) < 0.7;
    const wide = whole ? width : (0.2 + 0.5 * of(2)) * width;
    return {
      x: whole ? -room : Math.round(of(3) * (width - wide)),
      y: Math.round(of(4) * (height - tall)),
      width: Math.ceil(wide) + (whole ? 2 * room : 0),
      height: Math.ceil(tall),
      dx: Math.round((of(5) - 0.5) * 0.5 * strength * width),
      dy: 0,
    };
  });
}

/**
 * Moves the red channel by (dx, dy) and the blue channel by the opposite, in pixels of the image. Green does not move.
 */
function splitChannels(input: GraphNode, dx: number, dy: number, edge: Edge): GraphNode {
  const red: GraphNode = { kind: 'transform', of: input, map: translation(dx, dy), edge, channel: 'r' };
  return { kind: 'transform', of: red, map: translation(-dx, -dy), edge, channel: 'b' };
}
