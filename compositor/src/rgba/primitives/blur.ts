import { grow, isEmpty, overlap } from '../../graph/box.ts';
import type { BlurPicture } from '../../graph/picture.ts';
import { drawGaussian, gaussianNeeds } from '../gaussian.ts';
import { gaussianReach } from '../gaussian-axis.ts';
import { boxRect, type PictureNode, rectAt, sourceAt } from '../picture-node.ts';
import { clearRgba, copyRgba, createRgba, releaseRgba } from '../rgba-surface.ts';

/** The picture blurred. With edge `clamp` the result ends at the box, otherwise it reaches out of it. */
export function blurNode(picture: BlurPicture): PictureNode {
  const { shape } = picture;
  switch (shape.type) {
    case 'gaussian':
      return gaussianNode(picture, shape.sigmaX, shape.sigmaY);
    default:
      throw new Error(`The blur "${shape.type}" cannot be drawn yet.`);
  }
}

function gaussianNode({ of, edge }: BlurPicture, sigmaX: number, sigmaY: number): PictureNode {
  const clamp = edge === 'clamp';
  return {
    inputs: [of],
    same: sigmaX <= 0 && sigmaY <= 0 ? of : undefined,
    extent(inputs, scene) {
      return clamp ? boxRect(scene) : grow(rectAt(inputs, 0), gaussianReach(sigmaX), gaussianReach(sigmaY));
    },
    needs(area, scene) {
      const needed = gaussianNeeds(area, sigmaX, sigmaY);
      return [clamp ? overlap(needed, boxRect(scene)) : needed];
    },
    draw(area, inputs, scene) {
      const { kernels } = scene;
      const { surface } = sourceAt(inputs, 0);
      if (isEmpty(surface)) {
        const blank = createRgba(kernels.heap, area);
        clearRgba(kernels, blank);
        return blank;
      }
      if (!clamp) return drawGaussian(kernels, surface, area, sigmaX, sigmaY, false);
      // What is repeated beyond the edge is the box's edge, wherever the input ends.
      const framed = copyRgba(kernels, surface, overlap(gaussianNeeds(area, sigmaX, sigmaY), boxRect(scene)));
      const result = drawGaussian(kernels, framed, area, sigmaX, sigmaY, true);
      releaseRgba(kernels.heap, framed);
      return result;
    },
  };
}
