import type { GraphNode } from '../../graph/graph-node.ts';
import type { Size } from '../../graph/placement.ts';

const clip: GraphNode = { kind: 'input', name: 'clip' };

/**
 * Returns the three effect graphs that measure a GPU's speed. One computes per pixel, one reads a large neighbourhood,
 * one samples all over the image. Each has the input `clip`.
 */
export function referenceEffects({
  width,
  height,
}: Size): readonly { readonly name: string; readonly tree: GraphNode }[] {
  const blurred = (of: GraphNode, sigma: number): GraphNode => ({
    ...{ kind: 'blur', of, edge: 'clamp' },
    shape: { type: 'gaussian', sigmaX: sigma, sigmaY: sigma },
  });
  const grain: GraphNode = { kind: 'noise', seed: 7, size: 1.5, amount: 0.6, roughness: 0.5, monochrome: false };
  const keyed: GraphNode = {
    ...{ kind: 'key', of: clip },
    key: { type: 'chroma', colour: { r: 0.1, g: 0.7, b: 0.2, a: 1 }, similarity: 0.12, smoothness: 0.1, spill: 0.5 },
  };
  const glow: GraphNode = { kind: 'sum', a: clip, b: blurred(clip, height / 40), k1: 0, k2: 1, k3: 0.6, k4: 0 };
  const bent: GraphNode = {
    ...{ kind: 'remap', of: clip, edge: 'mirror' },
    field: { kind: 'kaleidoscope', segments: 6, angle: 10, centerX: width / 2, centerY: height / 2 },
  };
  return [
    {
      name: 'key and grain',
      tree: { kind: 'composite', over: grain, under: keyed, blend: 'overlay', opacity: 0.3, atop: true },
    },
    { name: 'glow', tree: glow },
    { name: 'kaleidoscope', tree: bent },
  ];
}
