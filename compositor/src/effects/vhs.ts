import { colourTable, lumaOf } from '../grade/colour-table.ts';
import type { GraphNode, Moment } from '../graph/graph-node.ts';
import { scaling, translation } from '../graph/matrix.ts';
import { mixIntegers, randomOf } from '../graph/seeded.ts';
import { bendEdge, blurEdge, defineEffect, paddingBeyond, share } from './define-effect.ts';

export const vhs = defineEffect({
  type: 'vhs',
  description: 'A worn video tape: bleeding colours, noise, lines that lose their place.',
  params: {
    bleed: share(0.5, 'How far colours run to the right.'),
    noise: share(0.3, 'Noise of the tape.'),
    tracking: share(0.3, 'How badly the heads follow the tape.'),
  },
  graph: (input, { bleed, noise, tracking }, moment) => {
    if (bleed === 0 && noise === 0 && tracking === 0) return input;
    const torn = tracking === 0 ? input : lostLines(input, tracking, moment);
    const coloured = tapeColours(torn, bleed, moment);
    const noisy = noise === 0 ? coloured : withNoise(coloured, noise, moment);
    return tracking === 0 ? noisy : withStreaks(noisy, tracking, moment);
  },
});

/**
 * Displaces the lines of the image as a video recorder with bad tracking does. Most lines are shifted slightly. Lines
 * are displaced strongly in a band that moves up the image, and at the bottom, where the recorder's heads switch.
 */
function lostLines(input: GraphNode, tracking: number, moment: Moment): GraphNode {
  const { width, height, seed, frame } = moment;
  const line = Math.max(1, Math.round(height / 240));
  const band = bandOf(moment);
  const room = paddingBeyond(moment);
  const phase = randomOf(seed, frame, 1);
  const reachAt = (y: number) => {
    if (y >= height * 0.975) return 0.25;
    return y + line > band.top && y < band.bottom ? 0.06 : 0;
  };
  const blocks = Array.from({ length: Math.ceil(height / line) }, (_, index) => {
    const y = index * line;
    const sway = 0.0015 * Math.sin(2 * Math.PI * ((9 * y) / height + phase));
    const lost = reachAt(y) * (randomOf(seed, frame, 1000 + index) - 0.5);
    return { x: -room, y, width: width + 2 * room, height: line, dx: tracking * width * (sway + lost), dy: 0 };
  });
  return { kind: 'remap', of: input, field: { kind: 'blocks', blocks }, edge: bendEdge(moment) };
}

/** Computes the position of the rolling band: 7 % of the image's height, moving up the image once in six seconds. */
function bandOf({ height, timeSec, seed }: Moment): { top: number; bottom: number } {
  const turns = timeSec / 6 + randomOf(seed);
  const middle = (1.1 - 1.2 * (turns - Math.floor(turns))) * height;
  return { top: Math.max(0, middle - 0.035 * height), bottom: Math.min(height, middle + 0.035 * height) };
}

/**
 * Smears colours to the right and leaves luma sharp: tape stores 40 colours in the width of a line, but 240 luma
 * levels.
 */
function tapeColours(input: GraphNode, bleed: number, moment: Moment): GraphNode {
  const edge = blurEdge(moment);
  const blurred = (of: GraphNode, sigmaX: number): GraphNode =>
    sigmaX < 0.2 ? of : { kind: 'blur', of, edge, shape: { type: 'gaussian', sigmaX, sigmaY: 0 } };
  const tones = blurred(input, 0.001 * moment.width);
  const reach = bleed * 0.015 * moment.width;
  // Whole pixels: an image that is only moved need not be resampled.
  const map = translation(Math.round(reach * 1.4), 0);
  const smeared: GraphNode = { kind: 'transform', of: blurred(input, reach), map, edge };
  const coloured: GraphNode =
    bleed === 0 ? tones : { kind: 'composite', over: smeared, under: tones, blend: 'color', opacity: 1, atop: true };
  return { kind: 'lut', of: coloured, table: tape, intensity: 1 };
}

/**
 * Colour table of worn tape: black at 5 %, white at 95 %, a fifth less saturation, a slight red tint. The map is
 * affine, so that two points in each dimension are exact.
 */
const tape = colourTable('vhs tape', 2, (rgb) => {
  const luma = lumaOf(rgb[0], rgb[1], rgb[2]);
  for (let channel = 0; channel < 3; channel++) {
    const value = luma + ((rgb[channel] ?? 0) - luma) * 0.8;
    rgb[channel] = 0.05 + 0.9 * value;
  }
  rgb[0] += 0.012;
  rgb[1] -= 0.006;
});

function withNoise(input: GraphNode, noise: number, moment: Moment): GraphNode {
  const { scale, seed, frame } = moment;
  const specks: GraphNode = {
    kind: 'noise',
    seed: mixIntegers(seed, frame, 2),
    size: Math.max(1, 1.5 * scale),
    amount: noise,
    roughness: 0.8,
    monochrome: false,
    room: paddingBeyond(moment),
  };
  // Tape is read along the lines: its noise is wider than high.
  const over: GraphNode = { kind: 'transform', of: specks, map: scaling(4, 1), edge: bendEdge(moment) };
  return { kind: 'composite', over, under: input, blend: 'overlay', opacity: 1, atop: true };
}

/** Adds white dashes in the band that rolls up the image. */
function withStreaks(input: GraphNode, tracking: number, moment: Moment): GraphNode {
  const { top, bottom } = bandOf(moment);
  if (bottom - top < 1) return input;
  const { width, height, seed, frame } = moment;
  const specks: GraphNode = {
    kind: 'noise',
    seed: mixIntegers(seed, frame, 3),
    size: Math.max(1, height / 360),
    amount: 1,
    roughness: 1,
    monochrome: true,
    room: paddingBeyond(moment),
  };
  const stretched: GraphNode = { kind: 'transform', of: specks, map: scaling(16, 1), edge: bendEdge(moment) };
  const dashes: GraphNode = { kind: 'lut', of: stretched, table: brightest, intensity: 1 };
  // A disc so wide that it acts as a band.
  const place = { x: width / 2, y: (top + bottom) / 2, radiusX: 40 * width, radiusY: (bottom - top) / 2 };
  const by = { kind: 'disc', ...place, feather: 0.02 * height } as const;
  const over: GraphNode = { kind: 'matte', of: dashes, by, invert: false, strength: 1 };
  return { kind: 'composite', over, under: input, blend: 'screen', opacity: Math.min(1, tracking * 2), atop: true };
}

const brightest = colourTable('vhs dashes', 33, (rgb) => {
  rgb.fill(Math.max(0, (rgb[0] - 0.85) / 0.15));
});
