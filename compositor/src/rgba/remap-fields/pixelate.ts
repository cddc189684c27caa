import type { Rect } from '../../graph/box.ts';
import type { RemapField } from '../../graph/remap-field.ts';
import type { Scene } from '../picture-node.ts';
import type { RgbaSurface } from '../rgba-surface.ts';
import type { FieldRows } from './index.ts';

/** Cells of one colour each; one of them has its middle in the middle of the box. */
export function pixelateRows(
  { size }: Extract<RemapField, { kind: 'pixelate' }>,
  area: Rect,
  source: RgbaSurface,
  { kernels, box }: Scene,
): FieldRows {
  // The middle of the cell that a pixel's middle lies in, kept inside the box: the outermost cells are cut.
  const snap = (place: number, length: number) => {
    const middle = length / 2 + Math.round((place - length / 2) / size) * size;
    return Math.min(length - 0.5, Math.max(0.5, middle));
  };
  const columns = Int32Array.from({ length: area.width }, (_, x) =>
    Math.round((snap(area.x + x + 0.5, box.width) - source.x - 0.5) * 256),
  );
  return {
    write(y, positions) {
      const row = new Int32Array(kernels.heap.memory.buffer, positions, area.width * 2);
      const v = Math.round((snap(y + 0.5, box.height) - source.y - 0.5) * 256);
      for (let x = 0; x < area.width; x++) {
        row[2 * x] = columns[x] ?? 0;
        row[2 * x + 1] = v;
      }
    },
  };
}
