import { colourOf, faded, mixed, scaledAbout, tinted } from '../graph/combine.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import { translation } from '../graph/matrix.ts';
import { seeded } from '../graph/seeded.ts';
import { defineTransition, peak, sidesOf, smooth, swap } from './define-transition.ts';

/**
 * Fade through a colour, limited to the area that the clips cover. A clip without a neighbour fades in or out; without
 * a given colour it fades to transparency, because a title must not begin as a black silhouette.
 */
export const fade = defineTransition({
  type: 'fade',
  description: 'Out through a colour (black when absent), then in.',
  graph(from, to, progress, transition) {
    const sides = sidesOf(from, to);
    const t = Math.min(1, Math.max(0, progress));
    const colour = colourOf(transition.color ?? '#000000');
    if (sides.from && sides.to) {
      return t < 0.5 ? tinted(from, colour, t * 2) : tinted(to, colour, 2 - t * 2);
    }
    // Visible fraction of the only image, for both entrance and exit.
    const [only, shown] = sides.to ? [to, t] : [from, 1 - t];
    if (!transition.color) return faded(only, shown);
    return shown < 0.5 ? faded(tinted(only, colour, 1), shown * 2) : tinted(only, colour, 2 - shown * 2);
  },
});

export const flash = defineTransition({
  type: 'flash',
  description: 'A flash of a colour (white when absent) halfway hides the swap.',
  graph(from, to, progress, transition) {
    return tinted(mixed(from, to, swap(progress, 0.2)), colourOf(transition.color ?? '#ffffff'), peak(progress));
  },
});

const largestSigma = 0.03;

export const blur = defineTransition({
  type: 'blur',
  description: 'Goes out of focus, swaps halfway, comes back into focus.',
  graph(from, to, progress, _transition, { width, height }) {
    const sigma = largestSigma * Math.min(width, height) * peak(progress);
    const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
    return { kind: 'blur', of: mixed(from, to, swap(progress, 0.3)), edge: 'clamp', shape };
  },
});

const largestScale = 1.6;
const largestBlur = 0.35;

export const zoomBlur = defineTransition({
  type: 'zoom-blur',
  description: 'Both pictures rush towards the viewer, blurred from the middle, and swap halfway.',
  graph(from, to, progress, _transition, moment) {
    const passed = smooth(progress);
    const going = scaledAbout(from, moment, largestScale ** (passed * 2));
    const coming = scaledAbout(to, moment, largestScale ** ((1 - passed) * 2));
    const of = mixed(going, coming, swap(progress, 0.25));
    const [centerX, centerY] = [moment.width / 2, moment.height / 2];
    const shape = { type: 'radial', amount: largestBlur * peak(progress), centerX, centerY } as const;
    return { kind: 'blur', of, edge: 'clamp', shape };
  },
});

const largestBlock = 0.12;

export const pixelateOut = defineTransition({
  type: 'pixelate-out',
  description: 'Blocks grow, swap halfway and shrink.',
  graph(from, to, progress, _transition, { width, height, scale }) {
    // Computed in document pixels: powers of another size's pixels would not be the same fraction of the image.
    const largest = (largestBlock * Math.min(width, height)) / scale;
    // Grows by equal factors instead of equal steps, so that small blocks are visible as long as large ones.
    const size = Math.round(largest ** peak(progress));
    return {
      kind: 'remap',
      of: mixed(from, to, swap(progress, 0.2)),
      field: { kind: 'pixelate', size: Math.max(1, size * scale) },
      edge: 'clamp',
    };
  },
});

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
