import { grow } from '../../../graph/box.ts';
import { rotation } from '../../../graph/matrix.ts';
import type { PatternPicture } from '../../../graph/picture.ts';
import { fillDots } from '../dots.ts';
import { boxRect, type PictureNode, type Scene } from '../picture-node.ts';
import { createRgba, type RgbaSurface } from '../rgba-surface.ts';
import { sampledRect } from '../sampling.ts';
import { pixelOf } from './solid.ts';

/** One colour with an alpha that follows a formula over the box and the room around it. */
export function patternNode({ colour, pattern, room = 0 }: PatternPicture): PictureNode {
  return {
    inputs: pattern.type === 'dots' ? [pattern.of] : [],
    extent: (_, scene) => grow(boxRect(scene), room, room),
    // The dots around a pixel are as large as the picture is dark at their centres.
    needs(area, scene) {
      if (pattern.type !== 'dots') return [];
      const seen = grow(area, dotReach(pattern.size), dotReach(pattern.size));
      return [room > 0 ? seen : sampledRect('clamp', seen, scene)];
    },
    draw(area, inputs, scene) {
      const { kernels } = scene;
      const target = createRgba(kernels.heap, area);
      if (pattern.type === 'lines') fillLines(pattern, target, scene);
      else if (pattern.type === 'radial') fillRadial(pattern, target, scene);
      else fillDots(pattern, target, inputs.at(0)?.surface ?? null, grow(boxRect(scene), room, room), scene);
      const { offset, stride, width, height } = target;
      kernels.run.colourCover(offset, stride, width, height, pixelOf(colour));
      return target;
    },
  };
}

function dotReach(size: number): number {
  return Math.ceil(2 * Math.max(1, size)) + 1;
}

type Pattern<T extends PatternPicture['pattern']['type']> = Extract<PatternPicture['pattern'], { type: T }>;

function fillLines(pattern: Pattern<'lines'>, target: RgbaSurface, { kernels }: Scene): void {
  const spacing = Math.max(1, pattern.spacing);
  // Across the stripes, from the box's corner.
  const { a: x, b: y } = rotation(pattern.angle + 90);
  const start = ((target.x + 0.5) * x + (target.y + 0.5) * y) / spacing;
  const share = Math.min(1, Math.max(0, pattern.share));
  const { offset, stride, width, height } = target;
  kernels.run.coverSlats(offset, stride, width, height, x / spacing, y / spacing, start, share, 1 / spacing);
}

function fillRadial(pattern: Pattern<'radial'>, target: RgbaSurface, { kernels }: Scene): void {
  const { centerX, centerY, inner, outer } = pattern;
  const radii = [Math.max(0.01, pattern.radiusX), Math.max(0.01, pattern.radiusY)] as const;
  const { offset, stride, width, height } = target;
  const centre = [centerX - target.x - 0.5, centerY - target.y - 0.5] as const;
  kernels.run.radialCover(offset, stride, width, height, ...centre, ...radii, inner, outer);
}
