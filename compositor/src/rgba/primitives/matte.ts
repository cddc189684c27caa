import { overlap } from '../../graph/box.ts';
import type { MattePicture } from '../../graph/picture.ts';
import { coverageNeeds, drawCoverage } from '../coverages/index.ts';
import { type PictureNode, rectAt, sourceAt } from '../picture-node.ts';
import { releaseRgba } from '../rgba-surface.ts';

// Full strength in the kernels' scale.
const whole = 256;

/** The picture multiplied by a coverage. */
export function matteNode({ of, by, invert, strength }: MattePicture): PictureNode {
  const weight = Math.min(whole, Math.max(0, Math.round(strength * whole)));
  return {
    inputs: by.kind === 'picture' ? [of, by.picture] : [of],
    same: weight === 0 ? of : undefined,
    // Nothing is left where the coverage cannot reach.
    extent: (inputs) =>
      by.kind === 'picture' && !invert && weight === whole
        ? overlap(rectAt(inputs, 0), coverageNeeds(by, rectAt(inputs, 1)))
        : rectAt(inputs, 0),
    needs: (area) => (by.kind === 'picture' ? [area, coverageNeeds(by, area)] : [area]),
    draw(area, inputs, scene) {
      const { kernels } = scene;
      const target = sourceAt(inputs, 0).own(area);
      const cover = drawCoverage(by, area, inputs.at(1)?.surface ?? null, scene);
      const { surface } = cover;
      const { offset, stride, width, height } = target;
      kernels.run.multiplyRgba(offset, stride, surface.offset, surface.stride, width, height, weight, invert ? 1 : 0);
      if (!cover.kept) releaseRgba(kernels.heap, surface);
      return target;
    },
  };
}
