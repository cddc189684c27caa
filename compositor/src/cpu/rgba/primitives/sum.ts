import { isEmpty, union } from '../../../graph/box.ts';
import type { Picture, SumPicture } from '../../../graph/picture.ts';
import { boxRect, type PictureNode, rectAt, sourceAt } from '../picture-node.ts';
import { withFrame } from '../sampling.ts';

/** k1 a b + k2 a + k3 b + k4 per channel. */
export function sumNode(sum: SumPicture): PictureNode {
  const { a, b, k1, k2, k3, k4 } = sum;
  return {
    inputs: [a, b],
    same: equalInput(sum),
    extent(inputs, scene) {
      const parts = [rectAt(inputs, 0), rectAt(inputs, 1), ...(k4 > 0 ? [boxRect(scene)] : [])];
      const drawn = parts.filter((part) => !isEmpty(part));
      return drawn.length > 0 ? drawn.reduce(union) : rectAt(inputs, 0);
    },
    needs: (area) => [area, area],
    draw(area, inputs, { kernels }) {
      const target = sourceAt(inputs, 1).own(area);
      const { offset, stride, width, height } = target;
      withFrame(kernels, sourceAt(inputs, 0).surface, area, (over) => {
        kernels.run.sumRgba(offset, stride, over.offset, over.stride, width, height, k1, k2, k3, k4);
      });
      return target;
    },
  };
}

function equalInput({ a, b, k1, k2, k3, k4 }: SumPicture): Picture | undefined {
  if (k1 !== 0 || k4 !== 0) return undefined;
  if (k2 === 1 && k3 === 0) return a;
  return k2 === 0 && k3 === 1 ? b : undefined;
}
