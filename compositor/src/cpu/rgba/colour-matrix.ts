import type { CubeTable } from '../../graph/values.ts';
import type { Heap } from '../../kernels/heap.ts';

/** Affine map of straight colours: a row of four weights for each of red, green and blue. */
type ColourMatrix = readonly (readonly number[])[];

// Tolerance for eight corners in 32-bit floats.
const accuracy = 1e-5;
const unit = 16384;

/**
 * Returns the matrix that is equivalent to a table of two points a side, mixed with the identity by `share` (0-1).
 * Returns null for every other table.
 */
export function matrixOfTable({ size, values }: CubeTable, share: number): ColourMatrix | null {
  if (size !== 2 || values.length !== 24) return null;
  const at = (corner: number, channel: number) => values[corner * 3 + channel] ?? 0;
  const rows = [0, 1, 2].map((channel) => {
    const offset = at(0, channel);
    return [...[1, 2, 4].map((corner) => at(corner, channel) - offset), offset];
  });
  const isStraight = rows.every(([r = 0, g = 0, b = 0, offset = 0], channel) =>
    [3, 5, 6, 7].every((corner) => {
      const expected = offset + (corner & 1 ? r : 0) + (corner & 2 ? g : 0) + (corner & 4 ? b : 0);
      return Math.abs(at(corner, channel) - expected) < accuracy;
    }),
  );
  if (!isStraight) return null;
  return rows.map((row, channel) => row.map((weight, k) => (k === channel ? 1 - share : 0) + share * weight));
}

/** Writes a matrix to memory in the layout of the kernel `matrixRgba`. The caller releases the memory. */
export function putMatrix(heap: Heap, matrix: ColourMatrix): number {
  const lanes = Int16Array.from(
    matrix.flatMap((row) => [...row, ...row]),
    (weight) => Math.round(weight * unit),
  );
  const offset = heap.allocate(lanes.byteLength);
  heap.bytes.set(new Uint8Array(lanes.buffer), offset);
  return offset;
}
