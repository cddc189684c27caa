import type { GraphNodeOf } from '../../graph/graph-node.ts';
import { cornerChroma } from '../corner-chroma.ts';
import type { Emitter } from './emitter.ts';

// Softness below which an edge is hard.
const softest = 1e-4;
const steepest = 1e7;

/** Returns the expression of an image whose pixels that match a key are transparent. */
export function emitKey({ key }: GraphNodeOf<'key'>, emitter: Emitter): string {
  const { builder, value } = emitter;
  if (key.type === 'luma') {
    const { threshold, tolerance, softness, invert } = key;
    const how = [threshold - tolerance, threshold + tolerance, steepnessOf(softness), invert ? 1 : 0];
    return `lumaKey(${value(0)}, ${builder.entry(...how)})`;
  }
  const how = builder.entry(key.similarity, steepnessOf(key.smoothness), key.spill);
  if (key.colour !== 'corners') {
    const { r, g, b } = key.colour;
    const colour = builder.entry(255 * r, 255 * g, 255 * b);
    return `chromaKey(${value(0)}, vec4f(chromaOf(${colour}.rgb), 1.0, 0.0), ${how})`;
  }
  const source = emitter.image(0);
  if (!source) return 'vec4f(0.0)';
  const found = emitter.own(cornerChroma(emitter.gpu, source));
  const screen = `textureLoad(${builder.texture(found.image)}, vec2i(0), 0)`;
  return `chromaKey(${builder.fetch(source)}, ${screen}, ${how})`;
}

function steepnessOf(softness: number): number {
  return softness > softest ? 1 / softness : steepest;
}
