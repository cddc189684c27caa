import type { Rect } from '../../../graph/box.ts';
import type { DisplacementMap } from '../../../graph/displacement-map.ts';
import type { DrawScope } from '../draw-scope.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import { columnRows } from './columns.ts';
import type { FieldRows } from './field-rows.ts';

/**
 * Returns the rows of cells of one colour each. The grid is centred: one cell has its centre at the centre of the box.
 */
export function pixelateRows(
  { size }: Extract<DisplacementMap, { kind: 'pixelate' }>,
  area: Rect,
  source: RgbaSurface,
  { kernels, box }: DrawScope,
): FieldRows {
  // Returns the centre of the cell that contains a pixel's centre, clamped to the source, because the outermost cells
  // are cut.
  const snapped = (place: number, length: number, from: number, sourceLength: number) => {
    const middle = length / 2 + Math.round((place + 0.5 - length / 2) / size) * size;
    return Math.round((Math.min(sourceLength - 0.5, Math.max(0.5, middle - from)) - 0.5) * 256);
  };
  const columns = Int32Array.from({ length: area.width * 2 }, (_, at) =>
    at & 1 ? 0 : snapped(area.x + (at >> 1), box.width, source.x, source.width),
  );
  return columnRows(kernels, columns, (y) => snapped(y, box.height, source.y, source.height));
}
