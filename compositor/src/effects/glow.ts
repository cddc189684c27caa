import { colourTable, lumaOf } from '../grade/colour-table.ts';
import type { GraphNode } from '../graph/graph-node.ts';
import type { LutTable } from '../graph/values.ts';
import { blurEdge } from './beyond.ts';
import { defineEffect } from './define-effect.ts';
import { pixels, share } from './params.ts';

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
 * Returns a table that maps a colour to the strength of its glow, as grey. The strength is a soft step around the
 * threshold, of the mean of luma and strongest channel, so that neon colours count too.
 */
function brightnessFrom(threshold: number): LutTable {
  return colourTable(`glow ${threshold}`, 33, (rgb) => {
    const [r, g, b] = rgb;
    const value = (lumaOf(r, g, b) + Math.max(r, g, b)) / 2;
    const t = Math.min(1, Math.max(0, (value - threshold + softness) / (2 * softness)));
    rgb.fill(t * t * (3 - 2 * t));
  });
}
