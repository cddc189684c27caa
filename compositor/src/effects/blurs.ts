import { colourTable, lumaOf } from '../grade/colour-table.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { LutTable } from '../graph/values.ts';
import { angle, blurEdge, defineEffect, number, pixels, share } from './define-effect.ts';

export const blur = defineEffect({
  type: 'blur',
  description: 'Out of focus: a Gaussian blur.',
  params: { radius: pixels(12, 0, 200, 'Standard deviation of the Gaussian, as in the CSS filter blur().') },
  css: ({ radius }) => `blur(${radius}px)`,
  graph: (input, { radius }, moment) => {
    const sigma = radius * moment.scale;
    if (sigma === 0) return input;
    return {
      kind: 'blur',
      of: input,
      edge: blurEdge(moment),
      shape: { type: 'gaussian', sigmaX: sigma, sigmaY: sigma },
    };
  },
});

export const motionBlur = defineEffect({
  type: 'motion-blur',
  description: 'Smeared along a line, as if the camera had moved.',
  params: {
    distance: pixels(24, 0, 500, 'Length of the smear.'),
    angle: angle(0, 'Its direction, 0: sideways.'),
  },
  graph: (input, { distance, angle }, moment) => {
    if (distance === 0) return input;
    const shape = { type: 'directional', length: distance * moment.scale, angle } as const;
    return { kind: 'blur', of: input, edge: blurEdge(moment), shape };
  },
});

export const zoomBlur = defineEffect({
  type: 'zoom-blur',
  description: 'Smeared towards a point, as if the camera had zoomed.',
  params: {
    amount: share(0.3, 'How far each pixel is smeared on the way to the centre.'),
    centerX: share(0.5, 'The centre across: 0 left, 1 right.'),
    centerY: share(0.5, 'The centre down: 0 top, 1 bottom.'),
  },
  graph: (input, { amount, centerX, centerY }, moment) => {
    if (amount === 0) return input;
    const centre = { centerX: centerX * moment.width, centerY: centerY * moment.height };
    return { kind: 'blur', of: input, edge: blurEdge(moment), shape: { type: 'radial', amount, ...centre } };
  },
});

export const sharpen = defineEffect({
  type: 'sharpen',
  description: 'Crisper edges: an unsharp mask.',
  params: {
    amount: number(0.6, 0, 3, 'How much of the difference from a blurred copy is added. 0-3.'),
    radius: pixels(1, 0.1, 50, 'Standard deviation of that blur: the width of the edges.'),
  },
  graph: (input, { amount, radius }, moment) => {
    if (amount === 0) return input;
    const sigma = radius * moment.scale;
    const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
    const soft = { kind: 'blur', of: input, edge: blurEdge(moment), shape } as const;
    // With the opacity of the image: otherwise the copy, thinner near an outline, would leave a bright rim inside it.
    const even = { kind: 'composite', over: soft, under: input, blend: 'normal', opacity: 1, atop: true } as const;
    return { kind: 'sum', a: input, b: even, k1: 0, k2: 1 + amount, k3: -amount, k4: 0 };
  },
});

export const glow = defineEffect({
  type: 'glow',
  description: 'Bright parts shine into what lies around them (bloom).',
  params: {
    radius: pixels(20, 0, 200, 'Standard deviation of the light around bright parts.'),
    intensity: share(0.6, 'Strength of that light.'),
    threshold: share(0.7, 'Brightness from which on something shines.'),
  },
  graph: (input, { radius, intensity, threshold }, moment) => {
    if (radius === 0 || intensity === 0) return input;
    const brightness: GraphNode = { kind: 'lut', of: input, table: brightnessFrom(threshold), intensity: 1 };
    const by = { kind: 'node', node: brightness, channel: 'luma', expansion: 0, feather: 0 } as const;
    const bright: GraphNode = { kind: 'matte', of: input, by, invert: false, strength: 1 };
    const sigma = radius * moment.scale;
    const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
    const spread: GraphNode = { kind: 'blur', of: bright, edge: blurEdge(moment), shape };
    // Added twice: light spread around a small object would hardly be visible otherwise.
    const light: GraphNode = { kind: 'composite', over: spread, under: spread, blend: 'add', opacity: 1 };
    return { kind: 'composite', over: light, under: input, blend: 'screen', opacity: intensity };
  },
});

const softness = 0.15;

/**
 * Returns a table that maps a colour to the strength of its glow, as grey. The strength rises smoothly around
 * `threshold`, from 0 to 1. It depends on the mean of luma and the strongest channel, so that saturated neon colours
 * glow too.
 */
function brightnessFrom(threshold: number): LutTable {
  return colourTable(`glow ${threshold}`, 33, (rgb) => {
    const [r, g, b] = rgb;
    const value = (lumaOf(r, g, b) + Math.max(r, g, b)) / 2;
    const t = Math.min(1, Math.max(0, (value - threshold + softness) / (2 * softness)));
    rgb.fill(t * t * (3 - 2 * t));
  });
}
