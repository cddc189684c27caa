import type { TransformPicture } from '../../graph/picture.ts';
import { type PictureNode, rectAt, sourceAt } from '../picture-node.ts';
import { copyRgba } from '../rgba-surface.ts';

/** The picture moved. */
export function transformNode({ of, map }: TransformPicture): PictureNode {
  if (!('tx' in map)) throw new Error('Projections cannot be drawn yet.');
  const x = Math.round(map.tx);
  const y = Math.round(map.ty);
  return {
    inputs: [of],
    same: x === 0 && y === 0 ? of : undefined,
    extent(inputs) {
      const rect = rectAt(inputs, 0);
      return { ...rect, x: rect.x + x, y: rect.y + y };
    },
    needs: (area) => [{ ...area, x: area.x - x, y: area.y - y }],
    draw(area, inputs, { kernels }) {
      const { surface } = sourceAt(inputs, 0);
      return copyRgba(kernels, { ...surface, x: surface.x + x, y: surface.y + y }, area);
    },
  };
}
