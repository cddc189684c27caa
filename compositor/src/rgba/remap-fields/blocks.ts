import type { Rect } from '../../graph/box.ts';
import type { RemapField } from '../../graph/remap-field.ts';
import type { Scene } from '../picture-node.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import type { FieldRows } from './index.ts';
import { firstBeyond, rampTo } from './ramp.ts';

/** Rectangles that take their pixels from elsewhere; the rest stays. */
export function blocksRows(
  { blocks }: Extract<RemapField, { kind: 'blocks' }>,
  area: Rect,
  source: RgbaSurface,
  { kernels }: Scene,
): FieldRows {
  const right = area.x + area.width;
  return {
    write(y, positions) {
      const middle = y + 0.5;
      rampTo(kernels, positions, area.x, source, { from: area.x, to: right, a: 0, da: 1, v: middle });
      for (const block of blocks) {
        if (middle < block.y || middle >= block.y + block.height) continue;
        const from = firstBeyond(block.x, area.x, right);
        const to = firstBeyond(block.x + block.width, area.x, right);
        rampTo(kernels, positions, area.x, source, { from, to, a: block.dx, da: 1, v: middle + block.dy });
      }
    },
  };
}
