import { rotation } from '../graph/matrix.ts';
import type { PatternPicture } from '../graph/picture.ts';
import type { Scene } from './picture-node.ts';
import type { RgbaSurface } from './rgba-surface.ts';

/** Cells of a turned grid that a surface touches, with room for the dots around. */
interface Grid {
  readonly cos: number;
  readonly sin: number;
  readonly size: number;
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** Fills in the coverage of dots on a grid that is turned about the box's corner. `of` is the picture they copy. */
export function fillDots(
  pattern: Extract<PatternPicture['pattern'], { type: 'dots' }>,
  target: RgbaSurface,
  of: RgbaSurface | null,
  { kernels, box }: Scene,
): void {
  const grid = gridOf(target, Math.max(1, pattern.size), pattern.angle);
  const { cos, sin, size, columns, rows } = grid;
  const radii = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [p, q] = [(grid.column + column + 0.5) * size, (grid.row + row + 0.5) * size];
      // A dot whose centre lies outside looks at the box's border.
      const x = Math.min(box.width - 1, Math.max(0, Math.floor(p * cos - q * sin)));
      const y = Math.min(box.height - 1, Math.max(0, Math.floor(p * sin + q * cos)));
      radii[row * columns + column] = size * radiusOf(of ? darkness(kernels.heap.bytes, of, x, y) : 0);
    }
  }
  const table = kernels.heap.allocate(radii.byteLength);
  kernels.heap.bytes.set(new Uint8Array(radii.buffer), table);
  const [x0, y0] = [target.x + 0.5, target.y + 0.5];
  const across = [cos / size, sin / size, (x0 * cos + y0 * sin) / size] as const;
  const down = [-sin / size, cos / size, (y0 * cos - x0 * sin) / size] as const;
  const { offset, stride, width, height } = target;
  const cells = [table, grid.column, grid.row, columns, rows] as const;
  kernels.run.dotsCover(offset, stride, width, height, ...across, ...down, size, ...cells);
  kernels.heap.release(table);
}

function gridOf({ x, y, width, height }: RgbaSurface, size: number, angle: number): Grid {
  const { a: cos, b: sin } = rotation(angle);
  const corners = [x, x + width].flatMap((cx) => [y, y + height].map((cy) => ({ cx, cy })));
  const ps = corners.map(({ cx, cy }) => (cx * cos + cy * sin) / size);
  const qs = corners.map(({ cx, cy }) => (cy * cos - cx * sin) / size);
  const column = Math.floor(Math.min(...ps)) - 1;
  const row = Math.floor(Math.min(...qs)) - 1;
  const columns = Math.ceil(Math.max(...ps)) + 1 - column;
  const rows = Math.ceil(Math.max(...qs)) + 1 - row;
  return { cos, sin, size, column, row, columns, rows };
}

// 0-1: what a pixel lacks of white; transparent pixels lack nothing. BT.709 luma.
function darkness(bytes: Uint8Array, of: RgbaSurface, x: number, y: number): number {
  const [column, row] = [x - of.x, y - of.y];
  if (column < 0 || row < 0 || column >= of.width || row >= of.height) return 0;
  const at = of.offset + row * of.stride + column * 4;
  const byte = (k: number) => bytes[at + k] ?? 0;
  return (byte(3) - 0.2126 * byte(0) - 0.7152 * byte(1) - 0.0722 * byte(2)) / 255;
}

/** The radius, in cells, of a dot that covers the share `dark` of its cell; from where dots touch, straight to full. */
function radiusOf(dark: number): number {
  const touching = Math.PI / 4;
  if (dark <= touching) return Math.sqrt(Math.max(0, dark) / Math.PI);
  return 0.5 + ((dark - touching) / (1 - touching)) * (Math.SQRT1_2 - 0.5);
}
