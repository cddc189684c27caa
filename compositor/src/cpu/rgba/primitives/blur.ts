import { grow, isEmpty, type Rect } from '../../../graph/box.ts';
import { gaussianReach } from '../../../graph/gaussian-axis.ts';
import type { BlurPicture } from '../../../graph/picture.ts';
import { directionalReach, drawDirectional } from '../directional-blur.ts';
import { drawGaussian, gaussianNeeds } from '../gaussian.ts';
import { boxRect, type PictureNode, rectAt, type Scene, sourceAt } from '../picture-node.ts';
import { drawRadial, radialNeeds } from '../radial-blur.ts';
import { copyRgba, type RgbaSurface, releaseRgba } from '../rgba-surface.ts';
import { cleared, extended, sampledRect, withFrame } from '../sampling.ts';

/** One of the shapes of a blur. */
interface Shape {
  /** It changes nothing. */
  readonly still: boolean;
  /** Where a picture of this extent may be after the blur. */
  extent(rect: Rect): Rect;
  /** The pixels that `area` is made of. */
  needs(area: Rect): Rect;
  /** Draws `area`; `source` holds the pixels that are needed, as far as there are any. */
  draw(scene: Scene, source: RgbaSurface, area: Rect, clamp: boolean): RgbaSurface;
}

/** The picture blurred. With edge `clamp` the result ends at the box, otherwise it reaches out of it. */
export function blurNode({ of, edge, shape: parameters }: BlurPicture): PictureNode {
  const clamp = edge === 'clamp';
  const shape = shapeOf(parameters);
  return {
    inputs: [of],
    same: shape.still && !clamp ? of : undefined,
    extent: (inputs, scene) =>
      clamp ? boxRect(scene) : isEmpty(rectAt(inputs, 0)) ? rectAt(inputs, 0) : shape.extent(rectAt(inputs, 0)),
    needs(area, scene) {
      const needed = shape.needs(area);
      return [clamp ? sampledRect('clamp', needed, scene) : needed];
    },
    draw(area, inputs, scene) {
      const { kernels } = scene;
      const { surface } = sourceAt(inputs, 0);
      if (isEmpty(surface)) return cleared(kernels, area);
      if (shape.still) return copyRgba(kernels, surface, area);
      if (!clamp) return shape.draw(scene, surface, area, false);
      // What is repeated beyond the edge is the box's edge, wherever the input ends.
      const rect = sampledRect('clamp', shape.needs(area), scene);
      return withFrame(kernels, surface, rect, (framed) => shape.draw(scene, framed, area, true));
    },
  };
}

function shapeOf(parameters: BlurPicture['shape']): Shape {
  switch (parameters.type) {
    case 'gaussian':
      return gaussianShape(parameters);
    case 'directional':
      return directionalShape(parameters);
    case 'radial':
      return radialShape(parameters);
  }
}

type Parameters<T extends BlurPicture['shape']['type']> = Extract<BlurPicture['shape'], { type: T }>;

function gaussianShape(parameters: Parameters<'gaussian'>): Shape {
  const sigmaX = Math.max(0, parameters.sigmaX);
  const sigmaY = Math.max(0, parameters.sigmaY);
  return {
    still: sigmaX === 0 && sigmaY === 0,
    extent: (rect) => grow(rect, gaussianReach(sigmaX), gaussianReach(sigmaY)),
    needs: (area) => gaussianNeeds(area, sigmaX, sigmaY),
    draw: ({ kernels }, source, area, clamp) => drawGaussian(kernels, source, area, sigmaX, sigmaY, clamp),
  };
}

function directionalShape({ length, angle }: Parameters<'directional'>): Shape {
  const reach = directionalReach(length, angle);
  const needs = (area: Rect) => grow(area, reach.x, reach.y);
  return {
    still: length <= 0,
    extent: needs,
    needs,
    draw({ kernels }, source, area, clamp) {
      const around = needs(area);
      const framed = clamp ? extended(kernels, source, around) : copyRgba(kernels, source, around);
      const result = drawDirectional(kernels, framed, area, length, angle);
      releaseRgba(kernels.heap, framed);
      return result;
    },
  };
}

// Streaks of a strong blur would reach for ever: no farther than the picture is large.
const farthestStreak = 2;

function radialShape(blur: Parameters<'radial'>): Shape {
  const { amount, centerX, centerY } = blur;
  return {
    still: amount <= 0,
    extent(rect) {
      const scale = Math.min(farthestStreak, 1 / Math.max(1e-6, 1 - amount));
      const left = Math.min(rect.x, Math.floor(centerX + (rect.x - centerX) * scale) - 1);
      const top = Math.min(rect.y, Math.floor(centerY + (rect.y - centerY) * scale) - 1);
      const right = Math.max(rect.x + rect.width, Math.ceil(centerX + (rect.x + rect.width - centerX) * scale) + 1);
      const bottom = Math.max(rect.y + rect.height, Math.ceil(centerY + (rect.y + rect.height - centerY) * scale) + 1);
      return { x: left, y: top, width: right - left, height: bottom - top };
    },
    needs: (area) => radialNeeds(radialNeeds(area, centerX, centerY), centerX, centerY),
    draw: ({ kernels, box }, source, area, clamp) =>
      drawRadial(kernels, source, area, blur, box, clamp ? 'clamp' : 'transparent'),
  };
}
