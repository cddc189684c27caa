import type { Rect } from '../../graph/box.ts';
import type { GraphNodeOf } from '../../graph/graph-node.ts';
import { rotation } from '../../graph/matrix.ts';
import type { DrawScope } from './draw-scope.ts';
import type { RgbaSurface } from './rgba-surface.ts';

/** Cells of a rotated grid that a surface touches, with a margin for the dots around it. */
interface Grid {
  readonly cos: number;
  readonly sin: number;
  readonly size: number;
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/**
 * Fills in the coverage of dots on a grid that is rotated about the box's corner. `of`: image that sets the size of the
 * dots; null without one. `border`: rectangle to which reads of that image are limited.
 */
export function fillDots(
  pattern: Extract<GraphNodeOf<'pattern'>['pattern'], { type: 'dots' }>,
  target: RgbaSurface,
  of: RgbaSurface | null,
  border: Rect,
  { kernels }: DrawScope,
): void {
  const grid = gridOf(target, Math.max(1, pattern.size), pattern.angle);
  const { cos, sin, size, column, row, columns, rows } = grid;
  const { offset, stride, x, y, width, height } = target;
  const table = kernels.heap.allocate(4 * columns * rows);
  const seen = of ?? { ...target, width: 0, height: 0 };
  const cells = [table, column, row, columns] as const;
  const source = [seen.offset, seen.stride, seen.width, seen.height, seen.x, seen.y] as const;
  const ends = [border.x, border.y, border.width, border.height] as const;
  kernels.run.dotReaches(...cells, rows, size, cos, sin, ...source, ...ends, x, y, width, height);
  // Measured from the box's corner, so that a part has the same dots as in the whole.
  const across = [cos / size, sin / size, (cos + sin) / 2 / size] as const;
  const down = [-sin / size, cos / size, (cos - sin) / 2 / size] as const;
  kernels.run.dotsCover(offset, stride, width, height, x, y, ...across, ...down, size, ...cells);
  kernels.heap.release(table);
}

function gridOf({ x, y, width, height }: RgbaSurface, size: number, angle: number): Grid {
  const { a: cos, b: sin } = rotation(angle);
  const corners = [x, x + width].flatMap((cx) => [y, y + height].map((cy) => ({ cx, cy })));
  const ps = corners.map(({ cx, cy }) => (cx * cos + cy * sin) / size);
  const qs = corners.map(({ cx, cy }) => (cy * cos - cx * sin) / size);
  // A pixel reads the four dots around it, and kernels may round its position to the next cell.
  const column = Math.floor(Math.min(...ps)) - 2;
  const row = Math.floor(Math.min(...qs)) - 2;
  const columns = Math.ceil(Math.max(...ps)) + 2 - column;
  const rows = Math.ceil(Math.max(...qs)) + 2 - row;
  return { cos, sin, size, column, row, columns, rows };
}
