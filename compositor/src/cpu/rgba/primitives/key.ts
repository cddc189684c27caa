import type { Rect } from '../../../graph/box.ts';
import type { GraphNodeOf } from '../../../graph/graph-node.ts';
import { looksAtCorners } from '../../../graph/primitives/key.ts';
import { chromaOf, cornerChroma } from '../corner-chroma.ts';
import { type DrawScope, type Source, sourceAt } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';

// Softness below which an edge is hard, as in ffmpeg's filters.
const softest = 1e-4;
const steepest = 1e7;
/** Makes the pixels of an image that match a key transparent. */
export function drawKey(
  { key }: GraphNodeOf<'key'>,
  area: Rect,
  inputs: readonly Source[],
  { kernels }: DrawScope,
): RgbaSurface {
  const source = sourceAt(inputs, 0);
  const found = looksAtCorners(key) ? cornerChroma(kernels, source.surface) : null;
  const target = source.own(area);
  const { offset, stride, width, height } = target;
  if (key.type === 'chroma') {
    const chroma =
      key.colour === 'corners' ? found : chromaOf(255 * key.colour.r, 255 * key.colour.g, 255 * key.colour.b);
    if (chroma === null) return target;
    const { u, v } = chroma;
    const steepness = steepnessOf(key.smoothness);
    kernels.run.chromaKey(offset, stride, width, height, u, v, key.similarity, steepness, key.spill);
    return target;
  }
  const lowest = key.threshold - key.tolerance;
  const highest = key.threshold + key.tolerance;
  const steepness = steepnessOf(key.softness);
  kernels.run.lumaKey(offset, stride, width, height, lowest, highest, steepness, key.invert ? 1 : 0);
  return target;
}

function steepnessOf(softness: number): number {
  return softness > softest ? 1 / softness : steepest;
}
