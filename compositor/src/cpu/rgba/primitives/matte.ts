import { overlap, type Rect } from '../../../graph/box.ts';
import type { Coverage, MattePicture } from '../../../graph/picture.ts';
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
    // Nothing is left where the coverage does not reach.
    extent(inputs) {
      const shown = rectAt(inputs, 0);
      if (invert || weight !== whole) return shown;
      if (by.kind === 'picture') return overlap(shown, coverageNeeds(by, rectAt(inputs, 1)));
      return by.kind === 'disc' ? overlap(shown, around(by)) : shown;
    },
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

function around({ x, y, radiusX, radiusY, feather }: Extract<Coverage, { kind: 'disc' }>): Rect {
  const [left, top] = [Math.floor(x - radiusX - feather), Math.floor(y - radiusY - feather)];
  const [right, bottom] = [Math.ceil(x + radiusX + feather), Math.ceil(y + radiusY + feather)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}
