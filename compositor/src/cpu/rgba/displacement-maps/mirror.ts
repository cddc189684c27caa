import type { Rect } from '../../../graph/box.ts';
import type { DisplacementMap } from '../../../graph/displacement-map.ts';
import type { DrawScope } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import type { FieldRows } from './field-rows.ts';
import { firstBeyond, rampTo } from './ramp.ts';

/** Returns the rows of a mirror: the image before a line, and its mirror image after it. */
export function mirrorRows(
  { axis, at }: Extract<DisplacementMap, { kind: 'mirror' }>,
  area: Rect,
  source: RgbaSurface,
  { kernels }: DrawScope,
): FieldRows {
  const right = area.x + area.width;
  const split = axis === 'x' ? firstBeyond(at, area.x, right) : right;
  return {
    write(y, positions) {
      const middle = y + 0.5;
      const v = axis === 'y' && middle > at ? 2 * at - middle : middle;
      rampTo(kernels, positions, area.x, source, { from: area.x, to: split, a: 0, da: 1, v });
      rampTo(kernels, positions, area.x, source, { from: split, to: right, a: 2 * at, da: -1, v });
    },
  };
}
