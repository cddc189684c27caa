import type { Colour, KeyPicture } from '../../graph/picture.ts';
import { type PictureNode, rectAt, sourceAt } from '../picture-node.ts';

// Below this an edge is hard, as ffmpeg's filters have it.
const softest = 1e-4;
const steepest = 1e7;

/** The picture with what matches the key made transparent. */
export function keyNode({ of, key }: KeyPicture): PictureNode {
  return {
    inputs: [of],
    extent: (inputs) => rectAt(inputs, 0),
    needs: (area) => [area],
    draw(area, inputs, { kernels }) {
      const target = sourceAt(inputs, 0).own(area);
      const { offset, stride, width, height } = target;
      if (key.type === 'chroma') {
        const { u, v } = chromaOf(key.colour);
        const steepness = steepnessOf(key.smoothness);
        kernels.run.chromaKey(offset, stride, width, height, u, v, key.similarity, steepness, key.spill);
        return target;
      }
      const lowest = key.threshold - key.tolerance;
      const highest = key.threshold + key.tolerance;
      const steepness = steepnessOf(key.softness);
      kernels.run.lumaKey(offset, stride, width, height, lowest, highest, steepness, key.invert ? 1 : 0);
      return target;
    },
  };
}

function steepnessOf(softness: number): number {
  return softness > softest ? 1 / softness : steepest;
}

// BT.709, limited range, centred.
function chromaOf({ r, g, b }: Colour): { u: number; v: number } {
  return {
    u: 255 * (-0.100644 * r - 0.338572 * g + 0.439216 * b),
    v: 255 * (0.439216 * r - 0.398942 * g - 0.040274 * b),
  };
}
