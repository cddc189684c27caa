import type { Rect } from '../../../graph/box.ts';
import type { DisplacementMap } from '../../../graph/displacement-map.ts';
import type { DrawScope } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import type { FieldRows } from './field-rows.ts';

/**
 * Returns the rows of barrel or pincushion distortion, scaled by the distance from the centre to the farthest corner of
 * the box.
 */
export function lensRows(
  field: Extract<DisplacementMap, { kind: 'lens' }>,
  area: Rect,
  source: RgbaSurface,
  { kernels, box }: DrawScope,
): FieldRows {
  const { centerX: cx, centerY: cy, amount, zoom = 1 } = field;
  const corner = Math.hypot(Math.max(cx, box.width - cx), Math.max(cy, box.height - cy));
  const [ou, ov] = [source.x + 0.5, source.y + 0.5];
  return {
    write(y, positions) {
      kernels.run.lensPositions(positions, area.width, area.x + 0.5, y + 0.5, cx, cy, amount, corner, zoom, ou, ov);
    },
  };
}
