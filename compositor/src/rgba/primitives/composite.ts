import { isEmpty, overlap, union } from '../../graph/box.ts';
import type { CompositePicture } from '../../graph/picture.ts';
import { type PictureNode, rectAt, sourceAt } from '../picture-node.ts';
import { viewOfRgba } from '../rgba-surface.ts';

// Full opacity in the kernels' scale.
const whole = 256;

/** One picture on another by a blend mode. Only the rectangle that both share is worked on. */
export function compositeNode({ over, under, blend, opacity }: CompositePicture): PictureNode {
  const weight = Math.min(whole, Math.max(0, Math.round(opacity * whole)));
  return {
    inputs: [over, under],
    same: weight === 0 ? under : undefined,
    extent(inputs) {
      const [a, b] = [rectAt(inputs, 0), rectAt(inputs, 1)];
      return isEmpty(a) ? b : isEmpty(b) ? a : union(a, b);
    },
    needs: (area) => [area, area],
    draw(area, inputs, { kernels }) {
      const target = sourceAt(inputs, 1).own(area);
      const { surface } = sourceAt(inputs, 0);
      const shared = overlap(surface, area);
      if (isEmpty(shared)) return target;
      const top = viewOfRgba(surface, shared);
      const bottom = viewOfRgba(target, shared);
      if (blend !== 'normal') throw new Error(`The blend mode "${blend}" cannot be drawn yet.`);
      const { width, height } = shared;
      kernels.run.blendNormal(bottom.offset, bottom.stride, top.offset, top.stride, width, height, weight);
      return target;
    },
  };
}
