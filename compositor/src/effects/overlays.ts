import type { GraphNode } from '../graph/graph-node.ts';
import { mixIntegers } from '../graph/seeded.ts';
import {
  angle,
  black,
  colour,
  cssColour,
  defineEffect,
  number,
  paddingBeyond,
  pixels,
  share,
  white,
} from './define-effect.ts';

export const vignette = defineEffect({
  type: 'vignette',
  description: 'Dark corners, as of an old lens.',
  params: {
    amount: number(0.5, -1, 1, 'Darkness of the corners; below 0 they grow light. -1 to 1.'),
    midpoint: share(0.5, 'Where the falloff is half done, from the middle (0) to the corners (1).'),
    roundness: share(0, 'Shape: 0 the oval of the picture, 1 a circle.'),
    feather: share(0.65, 'Softness of the falloff.'),
  },
  graph: (input, { amount, midpoint, roundness, feather }, moment) => {
    if (amount === 0) return input;
    const { width, height } = moment;
    // Ellipse or circle through the corners.
    const circle = Math.hypot(width, height) / 2;
    const radiusX = (width / Math.SQRT2) * (1 - roundness) + circle * roundness;
    const radiusY = (height / Math.SQRT2) * (1 - roundness) + circle * roundness;
    const inner = midpoint * (1 - feather);
    const outer = Math.max(inner + 1e-3, midpoint + feather * 0.75);
    const colour = amount > 0 ? black : white;
    const centre = { centerX: width / 2, centerY: height / 2 };
    const pattern = { type: 'radial', ...centre, radiusX, radiusY, inner, outer } as const;
    const over = { kind: 'pattern', colour, pattern, room: paddingBeyond(moment) } as const;
    return { kind: 'composite', over, under: input, blend: 'normal', opacity: Math.abs(amount), atop: true };
  },
});

export const grain = defineEffect({
  type: 'grain',
  description: 'Film grain, new in every frame, strongest in middle tones.',
  params: {
    amount: share(0.2, 'Strength of the grain.'),
    size: share(0.25, 'Size of a grain: 0 is one pixel, 1 is five.'),
    roughness: share(0.5, 'How unlike its neighbours each grain is.'),
  },
  graph: (input, { amount, size, roughness }, moment) => {
    if (amount === 0) return input;
    const { scale, seed, frame } = moment;
    const cell = Math.max(1, (1 + 4 * size) * scale);
    const over = {
      kind: 'noise',
      seed: mixIntegers(seed, frame),
      size: cell,
      amount: amount * strongest,
      roughness,
      monochrome: true,
      room: paddingBeyond(moment),
    } as const;
    return { kind: 'composite', over, under: input, blend: 'overlay', opacity: 1, atop: true };
  },
});

/**
 * Strength of the noise when the parameter `amount` is 1: more would look like a damaged image instead of film grain.
 */
const strongest = 0.75;

export const halftone = defineEffect({
  type: 'halftone',
  description: 'Printed dots of one ink on white paper.',
  params: {
    size: pixels(8, 2, 200, 'Distance of the dots.'),
    angle: angle(45, 'Turn of their grid.'),
    color: colour('#000000', 'The ink.'),
  },
  graph: (input, { size, angle, color }, moment) => {
    const room = paddingBeyond(moment);
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

export const scanlines = defineEffect({
  type: 'scanlines',
  description: 'The dark lines of an old screen.',
  params: {
    spacing: pixels(4, 2, 200, 'Distance of the lines; half of it is dark.'),
    intensity: share(0.3, 'Darkness of the lines.'),
  },
  graph: (input, { spacing, intensity }, moment) => {
    if (intensity === 0) return input;
    const pattern = { type: 'lines', spacing: spacing * moment.scale, share: 0.5, angle: 0 } as const;
    const over = { kind: 'pattern', colour: black, pattern, room: paddingBeyond(moment) } as const;
    return { kind: 'composite', over, under: input, blend: 'normal', opacity: intensity, atop: true };
  },
});
